import { expect, test } from 'vitest'
import { listOrderFacts } from '#contract/order-facts.ts'
import { createCardSiteWithHeldEvents } from '../../../testing/card-site.ts'

async function mailedSite() {
  const site = await createCardSiteWithHeldEvents()
  const told = async () =>
    (await site.mails()).filter(({ to }) => to === 'gus@example.org').map(({ subject, text }) => ({ subject, text }))
  const paid = async (more: Record<string, unknown> = {}) => {
    const order = await site.pay(site.gus, more)
    // The customer's browser makes this call on the page of the order after the payment.
    await site.ask(order)
    return order.orderId
  }
  return { ...site, told, paid }
}

test('a customer who pays by card gets mails about the authorisation, the receipt on acceptance, and the credit note', async () => {
  const { told, paid, move, runJobs, olive, as, kitchen, failures } = await mailedSite()
  const orderId = await paid()
  await move(orderId, 'accepted')
  await runJobs()
  const body = { key: crypto.randomUUID(), amount: 120, reason: 'One was flat.' }
  expect((await as(olive, 'POST', `/api/kitchen/${kitchen.kitchenId}/orders/${orderId}/refunds`, body)).status).toBe(
    200,
  )
  await runJobs()
  await runJobs()
  const [placed, accepted, receipt, credit, ...others] = await told()
  expect(others).toEqual([])
  expect(placed?.text).toContain(
    'Payment: Held on the card (Visa ending in 4242); it is charged when the kitchen accepts',
  )
  expect(accepted?.subject).toBe('Test Kitchen has accepted your order 1')
  expect(receipt?.subject).toBe('Receipt 1 from Test Kitchen')
  for (const words of ['2 × Lemonade: £3.20', 'Total: £3.20', 'Paid by card.', `/orders/${orderId}/receipts#token=`])
    expect(receipt?.text).toContain(words)
  expect(credit?.subject).toBe('Credit note 1 from Test Kitchen')
  for (const words of ['of receipt 1', 'Given back: £1.20', 'The reason: One was flat.'])
    expect(credit?.text).toContain(words)
  const order = await as(olive, 'GET', `/api/orders/${orderId}`)
  expect(order.body).toMatchObject({
    paymentState: 'partially_refunded',
    refunds: [{ amount: 120, state: 'succeeded' }],
  })
  expect(failures).toEqual([])
})

test('a customer whose charged order is cancelled gets mails about the refund, the receipt and the credit note', async () => {
  const { told, paid, move, runJobs } = await mailedSite()
  const orderId = await paid()
  await move(orderId, 'accepted')
  await runJobs()
  await move(orderId, 'cancelled')
  await runJobs()
  const [, , receipt, lost, credit, ...others] = await told()
  expect(others).toEqual([])
  expect(receipt?.subject).toBe('Receipt 1 from Test Kitchen')
  expect(lost?.subject).toBe('Your order 1 at Test Kitchen was cancelled')
  expect(lost?.text).toContain('What you have paid is given back to your card.')
  expect(credit?.subject).toBe('Credit note 1 from Test Kitchen')
  for (const words of ['Given back: £3.20', 'The reason: We have run out of gas.'])
    expect(credit?.text).toContain(words)
})

test('a customer whose order is rejected before the charge gets a mail that the card is not charged, and no receipt', async () => {
  const { told, paid, move, runJobs } = await mailedSite()
  const orderId = await paid()
  await move(orderId, 'rejected')
  await runJobs()
  const mails = await told()
  expect(mails.map(({ subject }) => subject)).toEqual([
    'We have your order 1 at Test Kitchen',
    'Your order 1 at Test Kitchen was not accepted',
  ])
  expect(mails[1]?.text).toContain('Your card is not charged: your bank lets go of the £3.20')
  expect(mails[1]?.text).toContain('Payment: Not charged; what was held on the card (Visa ending in 4242) is let go')
})

test('the mail about an accepted order says that the held amount is charged now', async () => {
  const { told, paid, move } = await mailedSite()
  await move(await paid(), 'accepted')
  expect((await told())[1]?.text).toContain('Payment: Held on the card (Visa ending in 4242); it is charged now')
})

test('until the handover, an order whose held amount the bank has released says to pay in cash', async () => {
  const { paid, moveOn, double, runJobs, read, told } = await mailedSite()
  const payment = async (orderId: string) => listOrderFacts(await read(orderId)).at(-1)?.texts
  const orderId = await paid()
  for (const id of double.account.intents.keys()) double.account.lose(id)
  await double.webhooks.deliver()
  await runJobs()
  const [text] = (await payment(orderId)) ?? []
  expect(text).toBe('The bank has released the amount, so the card is not charged; pay when you pick it up, in cash')
  await moveOn(orderId, 'accepted')
  expect((await told())[1]?.text).toContain(`Payment: ${text}`)
  await moveOn(orderId, 'preparing', 'ready', 'collected')
  expect(await payment(orderId)).toEqual(['The card was not charged'])
})

test('an order that ends before the payment by card says that the card was not charged', async () => {
  const { gus, placeByCard, as } = await mailedSite()
  const { orderId } = await placeByCard(gus)
  const { body } = await as(gus, 'POST', `/api/orders/${orderId}/cancel`)
  expect([body.paymentState, listOrderFacts(body).at(-1)]).toEqual([
    'pending',
    { name: 'Payment', texts: ['The card was not charged'] },
  ])
})
