import { expect, test } from 'vitest'
import { MINUTE_MS } from '#contract/limits.ts'
import { formatDatedTime } from '#contract/opening-hours.ts'
import { createKitchen } from '../../../testing/kitchens.ts'
import { buildLine, createOrderSite } from '../../../testing/orders.ts'
import { createPushSite } from '../../../testing/push-site.ts'

test('a new order is mailed to the owners and to the customer; the fragment of the customer’s link contains the token', async () => {
  const { gus, kitchen, place, mails, person, db } = await createOrderSite()
  const staff = await person('Sam')
  await db
    .insertInto('vendor_members')
    .values({ vendor_id: kitchen.kitchenId, user_id: staff.id, role: 'staff', created_at: 0 })
    .execute()
  const burger = { ...kitchen.burgerLine('Large', 'Egg'), quantity: 2, dietaryRequirements: ['no nuts'] }
  const { order, trackingToken } = await place(gus, {
    lines: [burger, buildLine(kitchen.lemonade)],
    total: 2660,
    note: 'Visit evil.example!',
  })
  const [receipt, toOwner, ...others] = await mails()
  expect(others).toEqual([])
  expect(receipt).toMatchObject({ to: 'gus@example.org', subject: 'We have your order 1 at Test Kitchen' })
  for (const words of [
    '2 × Double smash: £25.00\nLarge, Egg\nDietary requirements: no nuts',
    '1 × Lemonade: £1.60',
    'Total: £26.60',
    'Payment: Pay when you pick it up, in cash',
    'Pickup at: 1 Test Street',
    'For: Gus',
    'Note: Visit evil.\u200Bexample!',
    `https://site.test/orders/${order.orderId}#token=${trackingToken}`,
  ])
    expect(receipt?.text).toContain(words)
  expect(receipt?.text).not.toContain(`?token`)
  expect(toOwner?.subject).toBe('New order 1 at Test Kitchen: £26.60')
  for (const words of ['no nuts', `https://site.test/kitchen/${kitchen.slug}`, `/orders/${order.orderId}`])
    expect(toOwner?.text).toContain(words)
  expect(toOwner?.text).not.toContain(trackingToken)
})

test('the customer gets a mail when an order is accepted, rejected or cancelled, and no mail for other moves', async () => {
  const { nora, place, move, moveOn, mails, as } = await createOrderSite()
  const told = async () => (await mails()).filter(({ to }) => to === 'nora@example.org').slice(1)
  const [one, two] = [await place(nora), await place(nora)]
  const promisedAt = Date.now() + 40 * MINUTE_MS
  await move(one.order.orderId, 'accepted', { promisedAt })
  await moveOn(one.order.orderId, 'preparing', 'ready')
  await move(one.order.orderId, 'cancelled', { reason: 'The oven is out.' })
  await as(nora, 'POST', `/api/orders/${two.order.orderId}/cancel`)
  const [, accepted, cancelled, own, ...others] = await told()
  expect(others).toEqual([])
  expect(accepted?.subject).toBe('Test Kitchen has accepted your order 1')
  expect(accepted?.text).toContain(formatDatedTime(promisedAt, 'Europe/London', Date.now()))
  expect(accepted?.text).toContain('+44 20 7946 0000')
  expect(cancelled?.subject).toBe('Your order 1 at Test Kitchen was cancelled')
  expect(cancelled?.text).toContain('The oven is out.')
  expect(own?.text).toContain('You have cancelled it.')
})

test('members get a push for a new order, and the customer gets a push when the order is accepted, ready, rejected or cancelled', async () => {
  const site = await createPushSite()
  const { nora, otto, as, addBrowser, deliver } = site
  const kitchen = await createKitchen(site, { owner: otto })
  const [hers, his] = [await addBrowser(nora), await addBrowser(otto)]
  const place = async () => {
    const body = { key: crypto.randomUUID(), vId: kitchen.kitchenId, service: 'pickup', slotAt: null, address: null }
    const what = { lines: [buildLine(kitchen.lemonade, 2)], total: 320, payment: 'cash' }
    return (await as(nora, 'POST', '/api/orders', { ...body, ...what })).body.order.orderId as string
  }
  const move = async (id: string, to: string) => {
    const promisedAt = Date.now() + 30 * MINUTE_MS
    const url = `/api/kitchen/${kitchen.kitchenId}/orders/${id}/state`
    expect((await as(otto, 'POST', url, { to, promisedAt, reason: 'Too busy.' })).status).toBe(200)
    await deliver()
  }
  // Delivers the push of each order separately, because pushes that are delivered together may arrive in any sequence.
  const one = await place()
  await deliver()
  const two = await place()
  await deliver()
  for (const to of ['accepted', 'preparing', 'ready', 'collected']) await move(one, to)
  await move(two, 'rejected')
  expect(his.got().map(({ title, body, url }) => [title, body.replace(/Pickup .*,/, '…'), url])).toEqual([
    ['New order 1: £3.20', '… 2 items. Open the board to answer.', `/kitchen/${kitchen.slug}`],
    ['New order 2: £3.20', '… 2 items. Open the board to answer.', `/kitchen/${kitchen.slug}`],
  ])
  expect(hers.got().map(({ body, url }) => [body.replace(/be ready .*/, '…'), url])).toEqual([
    ['Accepted. It will …', `/orders/${one}`],
    ['Ready. You can pick it up now.', `/orders/${one}`],
    ['Not accepted: Too busy.', `/orders/${two}`],
  ])
})
