import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { AlertKind, DeskPayment, PaymentAlert, paymentFilters } from '#contract/desk-payments.ts'
import { ADMIN_ALERTS_PER_HOUR } from '#contract/limits.ts'
import type { PaymentState } from '#contract/order-states.ts'
import { createTestApp } from '../../../testing/app.ts'
import { createCardOrderInserter } from '../../../testing/card-orders.ts'
import { getOrderContextOfApp } from '../../../testing/order-context.ts'
import { createOrderSite } from '../../../testing/orders.ts'
import { createPushSite } from '../../../testing/push-site.ts'
import { storeAlertsAndNotifyAdmins } from './alerts.ts'

async function deskSite() {
  const site = await createOrderSite()
  const { db, app, as, ada } = site
  const raise = (alert: Partial<Parameters<typeof storeAlertsAndNotifyAdmins>[2][number]> = {}, on = app) =>
    db
      .transaction()
      .execute((tx) =>
        storeAlertsAndNotifyAdmins(tx, getOrderContextOfApp(on), [
          { kind: 'disputed', subject: 'one', orderId: null, detail: 'The customer has asked their bank.', ...alert },
        ]),
      )
  const list = async (query: { filter?: (typeof paymentFilters)[number]; cursor?: string } = {}) => {
    const { body } = await as(ada, 'GET', `/api/desk/payments?${new URLSearchParams(query)}`)
    return body as { on: boolean; alerts: PaymentAlert[]; payments: DeskPayment[]; next: string | null }
  }
  return {
    ...site,
    raise,
    list,
    addCardOrder: createCardOrderInserter(site),
    seen: (id: string) => as(ada, 'POST', `/api/desk/payment-alerts/${id}/seen`),
    countWaiting: async (): Promise<number> => (await as(ada, 'GET', '/api/desk/inbox/counts')).body.waiting.payment,
    logged: async () =>
      ((await as(ada, 'GET', '/api/desk/log')).body.entries as Record<string, string>[]).map(
        ({ actor, action, target, detail }) => [actor, action, target, detail].join(' | '),
      ),
    told: async () => (await site.mails()).filter(({ subject }) => subject.startsWith('A payment')),
  }
}

test('only admins can read card payments at the desk and mark alerts as seen', async () => {
  const { as, nora, gus, olive, raise, list } = await deskSite()
  await raise()
  const [alert] = (await list()).alerts
  for (const [method, path] of [
    ['GET', '/payments'],
    ['POST', `/payment-alerts/${alert?.alertId}/seen`],
  ] as const) {
    expect((await as(null, method, `/api/desk${path}`)).body.code).toBe('unauthenticated')
    for (const who of [nora, gus, olive])
      expect([path, (await as(who, method, `/api/desk${path}`)).body.code]).toEqual([path, 'forbidden'])
  }
  expect((await list()).alerts).toEqual([alert])
})

test('an alert with the same kind and subject is raised again only after an admin has seen it, and each raised alert notifies admins', async () => {
  const { db, app, raise, list, seen, countWaiting, told, logged, addCardOrder, nora, kitchen } = await deskSite()
  const orderId = await addCardOrder(nora)
  const detail = 'The customer has asked their bank for <b>£3.20</b>.'
  const processes = [app, createTestApp({ db }), createTestApp({ db })]
  await Promise.all(processes.map((process) => raise({ subject: orderId, orderId, detail }, process)))
  await raise({ subject: orderId, orderId, detail: 'Once more.' })
  await raise({ kind: 'late_payment', subject: orderId, orderId, detail: 'It was paid after it had expired.' })
  const { alerts } = await list()
  expect(alerts).toMatchObject([
    { kind: 'late_payment', order: { orderId, number: 1 } },
    {
      kind: 'disputed',
      detail,
      order: { orderId, number: 1, vendor: { vId: kitchen.kitchenId, name: 'Test Kitchen' } },
    },
  ])
  expect(await countWaiting()).toBe(2)
  expect((await told()).map(({ to, subject }) => `${to} ${subject}`)).toEqual([
    `ada@example.org A payment is disputed: ${detail}`,
    'ada@example.org A payment came too late: It was paid after it had expired.',
  ])
  expect((await told())[0]?.text).toContain('https://site.test/desk/payments')
  expect((await told())[0]?.html).toContain('&lt;b&gt;£3.20&lt;/b&gt;')

  const [, disputed] = alerts
  for (let again = 0; again < 2; again++) expect((await seen(disputed?.alertId ?? '')).status).toBe(204)
  expect((await list()).alerts.map(({ kind }) => kind)).toEqual(['late_payment'])
  expect(await countWaiting()).toBe(1)
  expect(await logged()).toEqual([`Ada | payment alert seen | order 1 at Test Kitchen | ${detail}`])
  await raise({ subject: orderId, orderId, detail: 'Once more.' })
  expect((await list()).alerts.map(({ detail }) => detail)).toEqual(['Once more.', 'It was paid after it had expired.'])
  expect(await told()).toHaveLength(3)
})

test('an alert without an order can be marked as seen, and an unknown alert gets 404', async () => {
  const { raise, list, seen, logged, countWaiting } = await deskSite()
  await raise({ kind: 'card_testing', subject: 'site', detail: 'Cards were refused.' })
  const [alert] = (await list()).alerts
  expect(alert?.order).toBeNull()
  expect((await seen(randomUUID())).body.code).toBe('not_found')
  expect((await seen('x')).body.code).toBe('bad_request')
  await seen(alert?.alertId ?? '')
  expect([await countWaiting(), await logged()]).toEqual([
    0,
    ['Ada | payment alert seen | card payments | Cards were refused.'],
  ])
})

test('mails about one kind of alert are limited per hour, separately from other kinds', async () => {
  const { raise, list, told } = await deskSite()
  for (let at = 0; at < ADMIN_ALERTS_PER_HOUR + 3; at++) await raise({ subject: `order ${at}` })
  expect(await told()).toHaveLength(ADMIN_ALERTS_PER_HOUR)
  expect((await told()).at(-1)?.text).toContain('you hear no more of others until that is over')
  await raise({ kind: 'payment_lost', subject: 'order 0', detail: 'It is gone.' })
  expect((await told()).at(-1)?.subject).toBe('A payment is lost: It is gone.')
  expect((await list()).alerts).toHaveLength(ADMIN_ALERTS_PER_HOUR + 4)
})

test('an alert sends a push to the devices of admins only', async () => {
  const site = await createPushSite()
  const [hers, readers] = [await site.addBrowser(site.ada), await site.addBrowser(site.nora)]
  const alert = { kind: 'refund_failed' as AlertKind, subject: 'one', orderId: null, detail: 'The bank has said no.' }
  await site.db.transaction().execute((tx) => storeAlertsAndNotifyAdmins(tx, getOrderContextOfApp(site.app), [alert]))
  await site.deliver()
  expect(hers.got()).toMatchObject([
    { topic: 'errors', title: 'A refund has failed', body: 'The bank has said no.', url: '/desk/payments' },
  ])
  expect(readers.got()).toEqual([])
})

test('the desk lists card orders by the state of their payments, newest first', async () => {
  const { db, place, nora, gus, addCardOrder, list } = await deskSite()
  await place(nora)
  expect(await list()).toEqual({ on: false, alerts: [], payments: [], next: null })
  const states: PaymentState[] = [
    'pending',
    'failed',
    'authorised',
    'captured',
    'partially_refunded',
    'refunded',
    'voided',
  ]
  const orders: string[] = []
  for (const payment_state of states) {
    // Uses a reader for most orders, because the limits would refuse so many orders of a guest.
    const orderId = await addCardOrder(payment_state === 'failed' ? gus : nora)
    await db.updateTable('orders').set({ payment_state }).where('id', '=', orderId).execute()
    orders.push(orderId)
  }
  await db
    .updateTable('payments')
    .set({ declined: 'Your card has insufficient funds.' })
    .where('order_id', '=', orders[1] ?? '')
    .execute()
  // The order with the refused card was then paid with another card. The other order was not paid.
  for (const order_id of [orders[2] ?? '', orders[6] ?? ''])
    await db
      .insertInto('payment_attempts')
      .values({
        id: `ch_${order_id}`,
        order_id,
        card_fingerprint: 'card',
        user_id: gus.id,
        address: '',
        is_declined: 1,
        at: Date.now(),
      })
      .execute()
  const found = async (filter: (typeof paymentFilters)[number]) =>
    (await list({ filter })).payments.map(({ orderId }) => states[orders.indexOf(orderId)])
  expect(await found('all')).toEqual(states.toReversed())
  expect(await found('waiting')).toEqual(['failed', 'pending'])
  expect(await found('refused')).toEqual(['voided', 'failed'])
  expect(await found('held')).toEqual(['authorised'])
  expect(await found('paid')).toEqual(['partially_refunded', 'captured'])
  expect(await found('returned')).toEqual(['refunded', 'partially_refunded'])
  expect((await list({ cursor: orders[1] ?? '' })).payments.map(({ orderId }) => orderId)).toEqual([orders[0]])
  const [, refused] = (await list({ filter: 'refused' })).payments
  expect(refused).toMatchObject({
    number: 3,
    currency: 'GBP',
    total: 320,
    paymentState: 'failed',
    refunds: [],
    card: '',
    declined: 'Your card has insufficient funds.',
    customer: { name: 'Gus', guest: true },
  })
  // The desk gets neither the IP address nor the token of an order.
  expect(JSON.stringify(await list())).not.toMatch(/192\.0\.2|racking|place_/)
})

test('the desk lists card payments in pages', async () => {
  const { db, addCardOrder, gus, list } = await deskSite()
  const first = await addCardOrder(gus)
  const row = await db.selectFrom('orders').selectAll().where('id', '=', first).executeTakeFirstOrThrow()
  const id = (at: number) => `ffffffff-0000-7000-8000-${String(at).padStart(12, '0')}`
  const more = Array.from({ length: 51 }, (_, at) => ({
    ...row,
    id: id(at),
    number: at + 2,
    tracking_token: `t${at}`,
    place_key: `k${at}`,
  }))
  await db.insertInto('orders').values(more).execute()
  const [one, two] = [await list(), await list({ cursor: id(1) })]
  expect([one.payments.length, one.next]).toEqual([50, id(1)])
  expect(two.payments.map(({ number }) => number)).toEqual([2, 1])
  expect(two.next).toBeNull()
})
