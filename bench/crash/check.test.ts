import { expect, test } from 'vitest'
import { findRunViolations } from './check.ts'
import { CrashRun } from './run.ts'

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

/** Checks a database with these rows after a run in which order o1 was acknowledged and accepted. */
function found(rows: Partial<Record<keyof typeof right, object[]>>, tell: (run: CrashRun) => void = () => {}) {
  const run = new CrashRun([], [{ vId: 'v', slug: 'kitchen-0', counted: { itemId: 'fries', portions: 10 } }])
  run.acknowledged.set('k1', { orderId: 'o1', number: 1, vId: 'v', total: 1_100 })
  run.moves.push({ orderId: 'o1', to: 'accepted' })
  tell(run)
  const all: Record<string, object[]> = { ...right, ...rows }
  return findRunViolations(
    run,
    async <R>(statement: string) => (all[/from (\w+)/.exec(statement)?.[1] ?? ''] ?? []) as R[],
  )
}

test('reports no violation when the database holds every acknowledged order and move once', async () => {
  expect(await found({})).toEqual([])
})

test.each<[string, Parameters<typeof found>, RegExp]>([
  ['an order that is gone', [{ orders: [], order_events: [] }], /was acknowledged and is not there/],
  ['an order that is there twice', [{ orders: [order, { ...order, id: 'o2', number: 2 }] }], /more than once/],
  ['an order with another total', [{ orders: [{ ...order, total: 1 }] }], /is not what was acknowledged/],
  ['a move that is gone', [{ order_events: [placed] }], /which its history does not say/],
  ['a gap in a history', [{ order_events: [placed, { ...accepted, version: 3 }] }], /has no version 2/],
  [
    'a history that jumps',
    [{ order_events: [placed, { ...accepted, from_state: 'ready' }] }],
    /begins where none ended/,
  ],
  ['a move that nobody may make', [{ order_events: [placed, { ...accepted, actor: 'customer' }] }], /by customer/],
  ['a history that ends elsewhere', [{ orders: [{ ...order, state: 'ready' }] }], /does not end where it is/],
  ['a state that is not listed', [{ orders: [{ ...order, state: 'lost' }] }], /no listed state/],
  ['a number that was left out', [{ orders: [{ ...order, number: 2 }] }], /are not 1 to 1/],
  ['stock below zero', [{ menu_items: [{ id: 'fries', portions_left: -1 }] }], /has -1 portions left/],
  ['portions that nobody bought', [{ menu_items: [{ id: 'fries', portions_left: 7 }] }], /sold 2 and has 7 left/],
  ['a slot with too many orders', [{ vendors: [{ id: 'v', orders_per_slot: 0 }] }], /took 1 orders for one slot/],
  ['an order that was refused', [{}, (run) => run.acknowledged.clear() ?? run.refused.add('k1')], /was refused/],
  ['an order of nobody', [{}, (run) => run.acknowledged.clear()], /Nobody placed/],
  ['an answer that says something broke', [{}, (run) => run.statuses.set('GET / 500', 1)], /Something broke/],
])('finds %s', async (_, [rows, tell], words) => {
  expect((await found(rows, tell)).join('\n')).toMatch(words)
})
