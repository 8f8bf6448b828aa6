import { expect, test, vi } from 'vitest'
import { createCardSiteWithHeldEvents } from '../../../testing/card-site.ts'
import { buildLine } from '../../../testing/orders.ts'
import { createPaidOrderSite } from '../../../testing/paid-orders.ts'

const GUEST_WORDS = 'Visit evil.example!'

test('when an order is paid on handover, one receipt is issued and mailed, and text from the customer does not become a link', async () => {
  const { gus, kitchen, place, moveOn, move, keep, books, mails } = await createPaidOrderSite({
    kitchen: { commission_rate: 1250 },
  })
  const burger = { ...kitchen.burgerLine('Large', 'Egg'), quantity: 2, dietaryRequirements: [GUEST_WORDS] }
  const { order, trackingToken } = await place(gus, {
    lines: [burger, buildLine(kitchen.lemonade)],
    total: 2660,
    note: GUEST_WORDS,
  })
  await move(order.orderId, 'accepted', { acknowledged: [GUEST_WORDS] })
  await moveOn(order.orderId, 'preparing', 'ready')
  expect(await books()).toEqual([])
  await moveOn(order.orderId, 'collected')
  await keep(order.orderId)
  expect(await books()).toMatchObject([
    { kind: 'receipt', number: 1, order_id: order.orderId, payment: 'cash', amount: 2660, commission: 333 },
  ])
  const mail = (await mails()).filter(({ subject }) => subject.startsWith('Receipt'))
  expect(mail).toMatchObject([{ to: 'gus@example.org', subject: 'Receipt 1 from Test Kitchen' }])
  for (const words of [
    '2 × Double smash: £25.00\nLarge, Egg\n',
    '1 × Lemonade: £1.60',
    'Total: £26.60',
    'Paid in cash.',
    `https://site.test/orders/${order.orderId}/receipts#token=${trackingToken}`,
  ])
    expect(mail[0]?.text).toContain(words)
  for (const typed of [GUEST_WORDS, '?token']) expect(mail[0]?.text).not.toContain(typed)
})

test('the receipt of a delivered order contains the delivery fee, and a cancelled order has no receipt', async () => {
  const { nora, place, moveOn, move, as, books } = await createPaidOrderSite()
  const address = { address: '12 Kettle Row', city: 'Averham', postcode: 'AB1 2CD' }
  const { order } = await place(nora, { service: 'delivery', address, total: 570, payment: 'card_machine' })
  await moveOn(order.orderId, 'accepted', 'preparing', 'ready', 'out_for_delivery', 'delivered')
  const [rejected, cancelled] = [await place(nora), await place(nora)]
  await move(rejected.order.orderId, 'rejected')
  await as(nora, 'POST', `/api/orders/${cancelled.order.orderId}/cancel`)
  expect((await books()).map(({ order_id }) => order_id)).toEqual([order.orderId])
  const { receipts } = (await as(nora, 'GET', `/api/orders/${order.orderId}/receipts`)).body
  expect(receipts).toMatchObject([
    {
      kind: 'receipt',
      number: 1,
      orderNumber: 1,
      currency: 'GBP',
      amount: 570,
      deliveryFee: 250,
      reason: '',
      lines: [{ quantity: 2, name: 'Lemonade', details: '', amount: 320 }],
      paid: 'By card, on the kitchen’s machine',
      kitchen: { name: 'Test Kitchen', place: '1 Test Street', phone: '+44 20 7946 0000' },
      receiptNumber: null,
    },
  ])
  expect(Object.keys(receipts[0])).not.toContain('customer')
})

test('a card order gets its receipt when the card is charged, and a credit note for each successful refund', async () => {
  const { soldByCard, keep, refund, refundBecomes, refunds, as, nora, mails, moveOn } = await createPaidOrderSite()
  const orderId = await soldByCard()
  await refund(orderId, 100)
  await refund(orderId, 50, { reason: 'And one was flat.' })
  await refund(orderId, 20)
  const [first, second, third] = (await refunds()).map(({ id }) => id)
  await refundBecomes(second ?? '', 'succeeded')
  await refundBecomes(third ?? '', 'failed')
  await refundBecomes(first ?? '', 'succeeded')
  await keep(orderId)
  await moveOn(orderId, 'accepted', 'preparing', 'ready', 'collected')
  const { receipts } = (await as(nora, 'GET', `/api/orders/${orderId}/receipts`)).body
  expect(receipts).toMatchObject([
    { kind: 'receipt', number: 1, amount: 320, paid: 'By card', receiptNumber: null },
    { kind: 'credit_note', number: 1, amount: 50, reason: 'And one was flat.', lines: [], receiptNumber: 1 },
    { kind: 'credit_note', number: 2, amount: 100, reason: 'The fries were cold.', receiptNumber: 1 },
  ])
  const told = (await mails()).filter(({ subject }) => /^(Receipt|Credit note)/.test(subject))
  expect(told.map(({ to, subject }) => [to, subject])).toEqual([
    ['nora@example.org', 'Receipt 1 from Test Kitchen'],
    ['nora@example.org', 'Credit note 1 from Test Kitchen'],
    ['nora@example.org', 'Credit note 2 from Test Kitchen'],
  ])
  expect(told[1]?.text).toContain('Given back: £0.50')
  expect(told[1]?.text).toContain('The reason: And one was flat.')
})

test('when a bank sends a refund back, the refunds that replace it get no second credit note for the same amount', async () => {
  const { soldByCard, refund, refundBecomes, refunds, books } = await createPaidOrderSite()
  const orderId = await soldByCard()
  const giveBack = async (amount: number) => {
    await refund(orderId, amount)
    const id = (await refunds()).at(-1)?.id ?? ''
    await refundBecomes(id, 'succeeded')
    return id
  }
  const bounced = await giveBack(200)
  await refundBecomes(bounced, 'failed')
  await giveBack(150)
  await giveBack(170)
  const notes = (await books()).filter(({ kind }) => kind === 'credit_note')
  expect(notes.map(({ amount }) => amount)).toEqual([200, 120])
})

test('the date in the time zone of the kitchen decides in which monthly statement a receipt is listed', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.setSystemTime('2026-11-30T12:00:00Z')
  const { soldByCard, statement, books } = await createPaidOrderSite({ kitchen: { timezone: 'Pacific/Auckland' } })
  await soldByCard()
  expect((await books())[0]?.month).toBe('2026-12')
  const { body } = await statement('2026-12')
  expect(body).toMatchObject({ month: '2026-12', months: ['2026-12'], timezone: 'Pacific/Auckland', currency: 'GBP' })
  expect(body.entries).toHaveLength(1)
  expect((await statement('2026-11')).body.entries).toEqual([])
})

test('the numbers of receipts and credit notes have no gaps and no duplicates when the books of thirty orders are updated twice at the same time', async () => {
  const { payByCard, keep, refund, refunds, db, books } = await createPaidOrderSite()
  const ids: string[] = []
  for (let i = 0; i < 30; i++) ids.push(await payByCard())
  await Promise.all([...ids, ...ids].map(keep))
  const numbers = async (kind: string) =>
    (await books())
      .filter((row) => row.kind === kind)
      .map(({ number }) => number)
      .toSorted((a, b) => a - b)
  const oneToThirty = Array.from({ length: 30 }, (_, at) => at + 1)
  expect(await numbers('receipt')).toEqual(oneToThirty)
  for (const id of ids) await refund(id, 320, {})
  expect(await refunds()).toHaveLength(30)
  await db.updateTable('refunds').set({ state: 'succeeded' }).execute()
  await Promise.all([...ids, ...ids].map(keep))
  expect(await numbers('credit_note')).toEqual(oneToThirty)
  expect(await numbers('receipt')).toEqual(oneToThirty)
})

test('after the account of a customer is deleted, the books remain without personal data, and the customer gets no mail', async () => {
  const { soldByCard, createReader, refund, refunds, refundBecomes, call, books, mails, moveOn, db } =
    await createPaidOrderSite()
  const reader = await createReader('rita@example.org', { name: 'Rita Reader', isProved: true })
  const orderId = await soldByCard({ who: { id: reader.userId, token: reader.accessToken } })
  await moveOn(orderId, 'accepted', 'preparing', 'ready', 'collected')
  const confirmation = 'delete my account'
  const body = { confirmation }
  expect((await call('POST', '/api/account/delete', { token: reader.accessToken, body })).statusCode).toBe(204)
  const before = (await mails()).length
  await refund(orderId, 320)
  await refundBecomes((await refunds())[0]?.id ?? '', 'succeeded')
  expect((await books()).map(({ kind }) => kind)).toEqual(['receipt', 'credit_note'])
  expect(JSON.stringify(await books())).not.toMatch(/rita/i)
  expect((await mails()).length).toBe(before)
  expect(await db.selectFrom('orders').select('customer_email').execute()).toEqual([{ customer_email: '' }])
})

test('S8.12 the list of receipts contains the valid receipts and the id of a damaged receipt, whose PDF is answered 404', async () => {
  const { soldByCard, keep, refund, refundBecomes, refunds, as, nora, db } = await createPaidOrderSite()
  const orderId = await soldByCard()
  await refund(orderId, 100)
  await refundBecomes((await refunds())[0]?.id ?? '', 'succeeded')
  await keep(orderId)
  const address = `/api/orders/${orderId}/receipts`
  const [paid, note] = (await as(nora, 'GET', address)).body.receipts
  await db.updateTable('receipts').set({ content: '{' }).where('id', '=', note.receiptId).execute()
  const { status, body } = await as(nora, 'GET', address)
  expect([status, body]).toEqual([200, { receipts: [paid], damaged: [{ id: note.receiptId }] }])
  expect((await as(nora, 'GET', `${address}/${note.receiptId}/pdf`)).status).toBe(404)
})

test('a card order whose authorisation was lost gets a cash receipt with a commission when the order is handed over', async () => {
  const site = await createCardSiteWithHeldEvents({ kitchen: { commission_rate: 1000 } })
  const { gus, olive, pay, ask, move, moveOn, runJobs, double, intent, as, kitchen, mails, receipts } = site
  const order = await pay(gus)
  await ask(order)
  double.account.lose(intent().id)
  await move(order.orderId, 'accepted')
  await runJobs()
  await moveOn(order.orderId, 'preparing', 'ready')
  expect(await receipts()).toEqual([])
  await moveOn(order.orderId, 'collected')
  await runJobs()
  const { paid, issuedAt } = (await as(gus, 'GET', `/api/orders/${order.orderId}/receipts`)).body.receipts[0]
  expect(paid).toBe('In cash')
  const month = new Date(issuedAt).toISOString().slice(0, 7)
  const { body } = await as(olive, 'GET', `/api/kitchen/${kitchen.kitchenId}/statements/${month}`)
  expect(body.entries).toMatchObject([{ kind: 'receipt', payment: 'cash', amount: 320, commission: 32, refundable: 0 }])
  expect(body.sums).toMatchObject({ card: 0, handed: 320, payout: -32 })
  expect((await mails()).at(-1)?.text).toContain('Paid in cash.')
})

test('a card order whose authorisation is lost after the handover gets no receipt', async () => {
  const { gus, pay, ask, moveOn, runJobs, double, intent, receipts, read } = await createCardSiteWithHeldEvents()
  const order = await pay(gus)
  await ask(order)
  await moveOn(order.orderId, 'accepted', 'preparing', 'ready', 'collected')
  double.account.lose(intent().id)
  await runJobs()
  expect(await read(order.orderId)).toMatchObject({ state: 'collected', paymentState: 'voided' })
  expect(await receipts()).toEqual([])
})
