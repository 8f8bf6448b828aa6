import { expect, test } from 'vitest'
import { findRunViolations } from './check.ts'
import { CrashRunRecorder } from './run.ts'

const event = (version: number, actor: string, from_state: string | null, to_state: string) => ({
  order_id: 'o1',
  version,
  actor,
  from_state,
  to_state,
})
const placed = event(1, 'customer', null, 'placed')
const accepted = event(2, 'vendor', 'placed', 'accepted')
const order = {
  id: 'o1',
  vendor_id: 'v',
  day: '2026-11-21',
  number: 1,
  place_key: 'k1',
  service: 'pickup',
  ready_slot: '0',
  lines: '[{"itemId":"fries","quantity":2}]',
  total: 1_100,
  state: 'accepted',
  version: 2,
}
const right = {
  orders: [order],
  order_events: [placed, accepted],
  menu_items: [{ id: 'fries', portions_left: 8 }],
  vendors: [{ id: 'v', orders_per_slot: 1 }],
}

/**
 * Checks a database with these rows, after a run in which order o1 was acknowledged and accepted.
 * @param tell adds further answers to the run
 */
function found(rows: Partial<Record<keyof typeof right, object[]>>, tell: (run: CrashRunRecorder) => void = () => {}) {
  const run = new CrashRunRecorder([], [{ vId: 'v', slug: 'kitchen-0', counted: { itemId: 'fries', portions: 10 } }])
  run.acknowledged.set('k1', { orderId: 'o1', number: 1, vId: 'v', total: 1_100 })
  run.moves.push({ orderId: 'o1', to: 'accepted' })
  tell(run)
  const all: Record<string, object[]> = { ...right, ...rows }
  return findRunViolations(
    run,
    async <R>(statement: string) => (all[/from (\w+)/.exec(statement)?.[1] ?? ''] ?? []) as R[],
  )
}

test('a crash run reports no violation when the database contains every acknowledged order and its moves once', async () => {
  expect(await found({})).toEqual([])
})

test.each<[string, Parameters<typeof found>, RegExp]>([
  ['an acknowledged order that is missing', [{ orders: [], order_events: [] }], /was acknowledged and is not there/],
  ['an order that is stored twice', [{ orders: [order, { ...order, id: 'o2', number: 2 }] }], /more than once/],
  ['an order with a wrong total', [{ orders: [{ ...order, total: 1 }] }], /is not what was acknowledged/],
  ['an acknowledged move that is missing', [{ order_events: [placed] }], /which its history does not say/],
  [
    'an order history with a missing version',
    [{ order_events: [placed, { ...accepted, version: 3 }] }],
    /has no version 2/,
  ],
  [
    'a move that does not start at the previous state of the order',
    [{ order_events: [placed, { ...accepted, from_state: 'ready' }] }],
    /begins where none ended/,
  ],
  [
    'a move by an actor who may not make it',
    [{ order_events: [placed, { ...accepted, actor: 'customer' }] }],
    /by customer/,
  ],
  [
    'an order whose state differs from the last state of its history',
    [{ orders: [{ ...order, state: 'ready' }] }],
    /does not end where it is/,
  ],
  ['an order in an unknown state', [{ orders: [{ ...order, state: 'lost' }] }], /no listed state/],
  ['a missing order number', [{ orders: [{ ...order, number: 2 }] }], /are not 1 to 1/],
  ['stock below zero', [{ menu_items: [{ id: 'fries', portions_left: -1 }] }], /has -1 portions left/],
  [
    'sold portions that are in no order',
    [{ menu_items: [{ id: 'fries', portions_left: 7 }] }],
    /sold 2 and has 7 left/,
  ],
  ['a slot with too many orders', [{ vendors: [{ id: 'v', orders_per_slot: 0 }] }], /took 1 orders for one slot/],
  [
    'a stored order whose placement was refused',
    [{}, (run) => run.acknowledged.clear() ?? run.refused.add('k1')],
    /was refused/,
  ],
  ['a stored order that no customer placed', [{}, (run) => run.acknowledged.clear()], /Nobody placed/],
  ['an answer with status 500', [{}, (run) => run.statuses.set('GET / 500', 1)], /Something broke/],
])('reports a violation for %s', async (_, [rows, tell], words) => {
  expect((await found(rows, tell)).join('\n')).toMatch(words)
})
