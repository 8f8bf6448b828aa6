import { expect, test } from 'vitest'
import { DAY_MS, DELETE_CONFIRMATION_TEXT } from '#contract/limits.ts'
import { createCardSiteWithHeldEvents } from '../../../testing/card-site.ts'
import { createKitchen } from '../../../testing/kitchens.ts'
import { buildLine, createOrderSite, homeAddress } from '../../../testing/orders.ts'
import { addPerson } from '../../../testing/people.ts'
import { createTestSiteWithProviders, fetchUserByUrlToken } from '../../../testing/provider-site.ts'
import { getLinkSecret, PASSWORD, verificationUrl } from '../../../testing/site.ts'

const delivered = { service: 'delivery', address: homeAddress, total: 570, phone: '+44 1234 567890', note: 'Blue door' }

test('the orders of a guest move to a reader only after the reader confirms the same email address', async () => {
  const { gus, place, as, signUp, orders, db, call, mails } = await createOrderSite()
  const { order, trackingToken } = await place(gus)
  // A second guest session uses the same idempotency key, as a browser does after the end of the first session.
  const again = await addPerson(db, { name: 'Gus', email: 'Gus@example.org', roles: ['Guest'] })
  const second = await place(again, { key: (await orders())[0]?.place_key })
  const signup = { name: 'Gus', email: 'gus@example.org', password: PASSWORD, isPartner: false, verificationUrl }
  await call('POST', '/auth/signup', { body: signup })
  expect((await orders()).every(({ is_guest }) => is_guest === 1)).toBe(true)
  expect((await mails()).length).toBeGreaterThan(0)

  const reader = await signUp('gus@example.org', { name: 'Gus Reader' })
  const who = { id: reader.userId, token: reader.accessToken }
  const listed = (await as(who, 'GET', '/api/orders')).body.orders
  expect(listed.map(({ orderId }: { orderId: string }) => orderId)).toEqual([second.order.orderId, order.orderId])
  expect((await as(who, 'GET', `/api/orders/${order.orderId}`)).body.customer.guest).toBe(false)
  expect((await as(null, 'GET', `/api/orders/${order.orderId}?token=${trackingToken}`)).status).toBe(200)
  // The sessions of the guests have ended, so no later order is placed beside the account.
  for (const guest of [gus, again]) expect((await as(guest, 'GET', '/api/orders')).status).toBe(401)
})

test('when a reader changes to the email address of a guest, the orders of that guest move to the reader, and other orders do not', async () => {
  const { gus, person, place, as, createReader, call, mails } = await createOrderSite()
  const { order } = await place(gus)
  await place(await person('Other', ['Guest']))
  const reader = await createReader('nobody@example.org', { isProved: true })
  const body = { email: 'gus@example.org', verificationUrl }
  await call('POST', '/api/account/email', { token: reader.accessToken, body })
  const mail = (await mails()).findLast(({ to }) => to === 'gus@example.org')
  if (!mail) throw new Error('There is no mail to the new address.')
  await call('POST', '/auth/verify-email', { body: { token: getLinkSecret(mail) } })
  const listed = (await as({ id: reader.userId, token: reader.accessToken }, 'GET', '/api/orders')).body.orders
  expect(listed.map(({ orderId }: { orderId: string }) => orderId)).toEqual([order.orderId])
})

test('after a change of the email address, the orders of the account and of the guests with its former address stay with the account, and later mails about them go to the new address', async () => {
  const { createReader, signUp, person, place, moveOn, as, call, mails, orders } = await createOrderSite()
  const reader = await createReader('old@example.org', { isProved: true })
  const who = { id: reader.userId, token: reader.accessToken }
  const own = await place(who)
  const guest = await person('Old', ['Guest'])
  const asGuest = await place(guest)
  const linkTo = async (address: string) => {
    const mail = (await mails()).findLast(({ to }) => to === address)
    return mail && getLinkSecret(mail)
  }
  await call('POST', '/api/account/email', { token: who.token, body: { email: 'new@example.org', verificationUrl } })
  await call('POST', '/auth/verify-email', { body: { token: await linkTo('new@example.org') } })
  expect((await as(guest, 'GET', '/api/orders')).status).toBe(401)

  const next = await signUp('old@example.org', { name: 'Next' })
  const listOf = async (token: string) => (await call('GET', '/api/orders', { token })).json().orders
  expect(await listOf(next.accessToken)).toEqual([])
  const listed = await listOf(who.token)
  expect(listed.map(({ orderId }: { orderId: string }) => orderId)).toEqual([asGuest.order.orderId, own.order.orderId])
  expect((await orders()).map(({ customer_email }) => customer_email)).toEqual(Array(2).fill('new@example.org'))
  await moveOn(own.order.orderId, 'accepted')
  expect((await mails()).at(-1)).toMatchObject({ to: 'new@example.org' })
})

test('an open order that a guest placed with the email address of a deleted account does not move to the next account with this address', async () => {
  const { createReader, signUp, person, place, call, orders } = await createOrderSite()
  const { accessToken: token } = await createReader('gus@example.org', { isProved: true })
  await place(await person('Gus', ['Guest']))
  const body = { confirmation: DELETE_CONFIRMATION_TEXT }
  expect((await call('POST', '/api/account/delete', { token, body })).statusCode).toBe(204)
  const next = await signUp('gus@example.org', { name: 'Next' })
  expect((await call('GET', '/api/orders', { token: next.accessToken })).json().orders).toEqual([])
  expect(await orders()).toMatchObject([{ user_id: null, customer_name: 'Gus' }])
})

test('the orders of a guest move to a new account whose email address an OpenID provider confirms', async () => {
  const site = await createTestSiteWithProviders()
  const kitchen = await createKitchen(site)
  const guest = await addPerson(site.db, { name: 'Gus', email: 'gus@example.org', roles: ['Guest'] })
  const body = { key: crypto.randomUUID(), vId: kitchen.kitchenId, service: 'pickup', slotAt: null, address: null }
  const what = { lines: [buildLine(kitchen.lemonade)], total: 160, payment: 'cash' }
  expect((await site.call('POST', '/api/orders', { token: guest.token, body: { ...body, ...what } })).statusCode).toBe(
    201,
  )
  const { id } = await fetchUserByUrlToken(site, (await site.browser().logIn('google', 'gus@example.org')).location)
  const orders = await site.db.selectFrom('orders').select(['user_id', 'is_guest']).execute()
  expect(orders).toEqual([{ user_id: id, is_guest: 0 }])
})

test('the export contains the orders of the account with their histories, but no tokens and no orders of other accounts', async () => {
  const { createReader, nora, place, call, db } = await createOrderSite()
  const me = await createReader('me@example.org')
  const { order, trackingToken } = await place({ id: me.userId, token: me.accessToken }, delivered)
  await place(nora)
  // An order of a guest belongs to the account that has confirmed the email address of the guest.
  const guest = await addPerson(db, { name: 'Mia', email: 'me@example.org', roles: ['Guest'] })
  const asGuest = await place(guest)
  const answer = await call('GET', '/api/account/export', { token: me.accessToken })
  expect(answer.json().orders).toMatchObject([
    {
      orderId: order.orderId,
      kitchen: 'Test Kitchen',
      total: 570,
      address: homeAddress,
      note: 'Blue door',
      placedAt: new Date(order.placedAt).toISOString(),
      events: [{ to: 'placed', actor: 'customer' }],
    },
    { orderId: asGuest.order.orderId },
  ])
  expect(answer.body).not.toContain(trackingToken)
})

test('deleting an account erases the personal data of its ended orders at once, and of an open order when that order ends', async () => {
  const { createReader, place, moveOn, call, orders, history, nora, db, mails } = await createOrderSite()
  const me = await createReader('me@example.org', { name: 'Mia', isProved: true })
  const who = { id: me.userId, token: me.accessToken }
  const [done, open] = [await place(who, delivered), await place(who, delivered)]
  const guest = await addPerson(db, { name: 'Mia', email: 'me@example.org', roles: ['Guest'] })
  const asGuest = await place(guest, delivered)
  await place(nora, delivered)
  for (const { order } of [done, asGuest])
    await moveOn(order.orderId, 'accepted', 'preparing', 'ready', 'out_for_delivery', 'delivered')
  await db.updateTable('outbox').set({ state: 'sent' }).execute()
  const mailsOf = async (id: string) => (await mails()).filter(({ text }) => text.includes(`/orders/${id}`)).length
  const body = { confirmation: DELETE_CONFIRMATION_TEXT }
  expect((await call('POST', '/api/account/delete', { token: me.accessToken, body })).statusCode).toBe(204)
  for (const { order } of [done, asGuest]) expect(await mailsOf(order.orderId)).toBe(0)
  expect(await mailsOf(open.order.orderId)).toBe(1)

  const blank = { user_id: null, customer_name: '', customer_email: '', customer_email_key: '', customer_phone: '' }
  const left = { ...blank, address: null, note: '', state: 'delivered', total: 570 }
  const byId = async (id: string) => (await orders()).find((order) => order.id === id)
  expect(await byId(done.order.orderId)).toMatchObject(left)
  expect(await byId(asGuest.order.orderId)).toMatchObject(left)
  expect(await byId(open.order.orderId)).toMatchObject({ user_id: null, customer_name: 'Mia', note: 'Blue door' })
  await moveOn(open.order.orderId, 'accepted', 'preparing', 'ready', 'out_for_delivery', 'delivered')
  expect(await byId(open.order.orderId)).toMatchObject(left)
  expect(await mailsOf(open.order.orderId)).toBe(0)
  expect((await history()).filter(({ actor_id }) => actor_id === me.userId)).toEqual([])
  expect((await orders()).at(-1)).toMatchObject({ customer_name: 'Nora', user_id: nora.id })
})

test('the guest accounts with an account’s former email address, and their orders, are exported and erased with the account', async () => {
  const { createReader, place, moveOn, call, orders, db, mails } = await createOrderSite()
  const { accessToken: token } = await createReader('old@example.org', { isProved: true })
  const guest = await addPerson(db, { name: 'Mia', email: 'old@example.org', roles: ['Guest'] })
  const { order } = await place(guest, delivered)
  await moveOn(order.orderId, 'accepted', 'preparing', 'ready', 'out_for_delivery', 'delivered')
  await call('POST', '/api/account/email', { token, body: { email: 'new@example.org', verificationUrl } })
  const mail = (await mails()).findLast(({ to }) => to === 'new@example.org')
  await call('POST', '/auth/verify-email', { body: { token: mail && getLinkSecret(mail) } })
  const exported = (await call('GET', '/api/account/export', { token })).json()
  expect(exported).toMatchObject({
    account: { email: 'new@example.org' },
    visitsAsGuest: [{ email: 'old@example.org' }],
    orders: [{ orderId: order.orderId }],
  })
  const body = { confirmation: DELETE_CONFIRMATION_TEXT }
  expect((await call('POST', '/api/account/delete', { token, body })).statusCode).toBe(204)
  expect(await orders()).toMatchObject([{ user_id: null, customer_name: '', customer_email: '', address: null }])
  const guests = db.selectFrom('users').select('email').where('email', '=', 'old@example.org')
  expect(await guests.execute()).toEqual([])
})

test('an order that its kitchen never ends loses the personal data of a deleted account a day after the promised time', async () => {
  const { app, createReader, pay, ask, call, orders, payment, nora, place, reconcileDuePayments, moveOn, db, mails } =
    await createCardSiteWithHeldEvents()
  const me = await createReader('me@example.org', { name: 'Mia', isProved: true })
  const open = await pay({ id: me.userId, token: me.accessToken })
  await ask(open)
  await moveOn(open.orderId, 'accepted', 'preparing')
  await reconcileDuePayments()
  await place(nora)
  await db.updateTable('outbox').set({ state: 'sent' }).execute()
  const body = { confirmation: DELETE_CONFIRMATION_TEXT }
  expect((await call('POST', '/api/account/delete', { token: me.accessToken, body })).statusCode).toBe(204)
  const mailsOfOrder = async () => (await mails()).filter(({ text }) => text.includes(`/orders/${open.orderId}`))
  expect(await mailsOfOrder()).not.toEqual([])
  const names = async () => (await orders()).map(({ customer_name }) => customer_name)
  const deleteOld = async () => {
    for (const { leaderJobs = [] } of app.features) for (const { run } of leaderJobs) await run()
  }
  await deleteOld()
  expect(await names()).toEqual(['Mia', 'Nora'])
  await db
    .updateTable('orders')
    .set({ promised_at: Date.now() - DAY_MS - 1 })
    .execute()
  await deleteOld()
  expect(await names()).toEqual(['', 'Nora'])
  expect(await mailsOfOrder()).toEqual([])
  await db.updateTable('payments').set({ check_at: 1 }).execute()
  await reconcileDuePayments()
  expect(await payment(open.orderId)).toMatchObject({ card: '', address: '', amount: 320 })
  await moveOn(open.orderId, 'ready', 'collected')
})

test('the first comment of a reader with an open order needs approval, and a comment after a completed order needs none', async () => {
  const { nora, place, moveOn, as } = await createOrderSite()
  const { order } = await place(nora)
  const post = async (content: string) =>
    (await as(nora, 'POST', '/comments', { pageUrl: 'about', content, openMs: 20_000, website: '' })).body
  expect(await post('I have ordered')).toMatchObject({ state: 'pending' })
  await moveOn(order.orderId, 'accepted', 'preparing', 'ready', 'collected')
  expect(await post('It was good')).toMatchObject({ state: 'visible' })
})

test('deleting an account erases the card data of ended orders at once, and of an open order when it ends; later checks store no card data', async () => {
  const { createReader, pay, ask, call, db, payment, reconcileDuePayments, moveOn, double } =
    await createCardSiteWithHeldEvents()
  const me = await createReader('me@example.org', { name: 'Mia', isProved: true })
  const who = { id: me.userId, token: me.accessToken }
  const [done, open] = [await pay(who), await pay(who)]
  for (const order of [done, open]) await ask(order)
  await moveOn(done.orderId, 'accepted', 'preparing', 'ready', 'collected')
  await reconcileDuePayments()
  const exported = (await call('GET', '/api/account/export', { token: me.accessToken })).json()
  expect(exported.orders).toMatchObject([{ card: 'Visa ending in 4242', payBy: null, refunds: [] }, {}])
  expect(exported.cardsTried).toMatchObject([
    { orderId: done.orderId, refused: false, from: '127.0.0.1' },
    { orderId: open.orderId, refused: false },
  ])

  const body = { confirmation: DELETE_CONFIRMATION_TEXT }
  expect((await call('POST', '/api/account/delete', { token: me.accessToken, body })).statusCode).toBe(204)
  const attempts = () => db.selectFrom('payment_attempts').selectAll().orderBy('order_id').execute()
  const blank = { card: '', declined: '', address: '' }
  const nobody = { card_fingerprint: '', user_id: null, address: '' }
  expect(await payment(done.orderId)).toMatchObject({ ...blank, amount: 320 })
  expect(await payment(open.orderId)).toMatchObject({ card: 'Visa ending in 4242' })
  expect(await attempts()).toMatchObject([nobody, { user_id: null }])
  await moveOn(open.orderId, 'accepted', 'preparing', 'ready', 'collected')
  expect(await payment(open.orderId)).toMatchObject(blank)
  await reconcileDuePayments()
  double.account.refund({ intent: (await payment(done.orderId)).provider_id ?? '', amount: 20, more: {} })
  await double.webhooks.deliver()
  await reconcileDuePayments()
  expect(await payment(done.orderId)).toMatchObject({ ...blank, amount: 320 })
  expect(await attempts()).toMatchObject([nobody, nobody])
})
