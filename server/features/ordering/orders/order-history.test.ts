import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findTransition, type OrderActor, type OrderState, orderStates } from '#contract/order-states.ts'
import { chooseByRun, soakSeed } from '#contract/testing/soak-run.ts'
import { getOrderContextOfApp } from '../../../testing/order-context.ts'
import { createOrderSite, homeAddress } from '../../../testing/orders.ts'
import { addPerson } from '../../../testing/people.ts'
import { transitionOrder } from './transition-order.ts'

const movers = ['customer', 'vendor', 'admin', 'stranger', 'system'] as const
const step = fc.record({ who: fc.constantFrom(...movers), to: fc.constantFrom(...orderStates) })
/** Prefers the usual sequence of states, because most random sequences would stay in the first state. */
const way: OrderState[] = ['accepted', 'preparing', 'ready', 'out_for_delivery', 'delivered', 'collected']
const likely = fc.record({ who: fc.constantFrom('vendor' as const, 'admin' as const), to: fc.constantFrom(...way) })
const steps = fc
  .tuple(fc.subarray(way), fc.array(fc.oneof(step, likely), { maxLength: 6 }))
  .map(([some, more]) => [...some.map((to) => ({ who: 'vendor' as const, to })), ...more])

test('in random sequences of moves, only moves in the table of transitions succeed, and each move adds one event and one version', async () => {
  const site = await createOrderSite()
  const { ada, olive, gus, place, as, db, app } = site
  const tokens = { customer: gus, vendor: olive, admin: ada, stranger: gus }
  const take = async (orderId: string, who: (typeof movers)[number], to: OrderState) => {
    if (who === 'system')
      return transitionOrder(
        getOrderContextOfApp(app),
        orderId,
        { actor: 'system', id: null },
        { to, reason: 'late', acknowledged: [] },
      ).then(
        () => 200,
        () => 409,
      )
    const by = tokens[who]
    const calls = [await site.move(orderId, to, { reason: 'because' }, by)]
    if (to === 'cancelled') calls.push(await as(by, 'POST', `/api/orders/${orderId}/cancel`))
    return Math.min(...calls.map(({ status }) => status))
  }

  await fc.assert(
    fc.asyncProperty(fc.boolean(), steps, async (isDelivery, wishes) => {
      const service = isDelivery ? 'delivery' : 'pickup'
      // Uses a new customer, because the limits would refuse further orders of the same customer.
      tokens.customer = await addPerson(db)
      const { order } = await place(tokens.customer, isDelivery ? { service, address: homeAddress, total: 570 } : {})
      let expected: OrderState = 'placed'
      let version = 1
      for (const { who, to } of wishes) {
        const actors: OrderActor[] = who === 'stranger' ? [] : [who]
        const listed = actors.some((actor) => findTransition(actor, service, expected, to))
        const status = await take(order.orderId, who, to)
        if (listed) expect(status, `${who}: ${expected} to ${to}`).toBe(200)
        else if (expected !== to) expect(status, `${who}: ${expected} to ${to}`).toBeGreaterThanOrEqual(400)
        if (!listed) continue
        expected = to
        version++
      }
      const row = await db.selectFrom('orders').selectAll().where('id', '=', order.orderId).executeTakeFirstOrThrow()
      const events = await db
        .selectFrom('order_events')
        .selectAll()
        .where('order_id', '=', order.orderId)
        .orderBy('version')
        .execute()
      expect(row).toMatchObject({ state: expected, version })
      expect(events.map((event) => event.version)).toEqual(Array.from({ length: version }, (_, at) => at + 1))
      expect(events.at(-1)?.to_state).toBe(expected)
      for (const [at, event] of events.entries()) {
        const before = events[at - 1]
        expect(event.from_state).toBe(before?.to_state ?? null)
        if (before) expect(findTransition(event.actor, service, before.to_state, event.to_state)).toBeDefined()
      }
      expect(row.total).toBe(row.subtotal + row.delivery_fee)
    }),
    { numRuns: chooseByRun(30, 600), seed: soakSeed },
  )
})
