import type { Service } from '#contract/menu.ts'
import {
  finalOrderStates,
  findTransition,
  type OrderActor,
  type OrderState,
  orderStates,
} from '#contract/order-states.ts'
import type { CrashRunRecorder } from './run.ts'

/** Runs a query on the database. @returns rows with the column names of the table */
export type SelectRows = <R>(statement: string) => Promise<R[]>

interface OrderRow {
  id: string
  vendor_id: string
  day: string
  number: number
  place_key: string
  service: Service
  ready_slot: number | string
  lines: string
  total: number
  state: OrderState
  version: number
}
interface EventRow {
  order_id: string
  version: number
  actor: OrderActor
  from_state: OrderState | null
  to_state: OrderState
}

/**
 * Checks the database after a run: every acknowledged order and move must be stored exactly once.
 * @returns a message for each violation
 */
export async function findRunViolations(run: CrashRunRecorder, ask: SelectRows): Promise<string[]> {
  const orders = await ask<OrderRow>('select * from orders')
  const events = Map.groupBy(
    await ask<EventRow>('select * from order_events order by order_id, version'),
    (event) => event.order_id,
  )
  return [
    ...keyViolations(run, orders),
    ...orders.flatMap((order) => historyViolations(order, events.get(order.id) ?? [])),
    ...run.moves
      .filter(({ orderId, to }) => !events.get(orderId)?.some((event) => event.to_state === to))
      .map(({ orderId, to }) => `Order ${orderId} was acknowledged as ${to}, which its history does not say.`),
    ...numberViolations(orders),
    ...(await kitchenViolations(run, orders, ask)),
    // A busy server answers 503. Any other status of 500 or more is an error.
    ...[...run.statuses.keys()].filter((name) => / 5(?!03)\d\d$/.test(name)).map((name) => `Something broke: ${name}.`),
  ]
}

function keyViolations(run: CrashRunRecorder, orders: OrderRow[]): string[] {
  const byKey = Map.groupBy(orders, (order) => order.place_key)
  const found: string[] = []
  for (const [key, { orderId, number, vId, total }] of run.acknowledged) {
    const [order, another] = byKey.get(key) ?? []
    if (!order) found.push(`Order ${orderId} was acknowledged and is not there.`)
    else if (another) found.push(`Order ${orderId} is there more than once.`)
    else if (order.id !== orderId || order.number !== number || order.vendor_id !== vId || order.total !== total)
      found.push(`Order ${orderId} is not what was acknowledged.`)
  }
  for (const [key, [order]] of byKey) {
    if (run.refused.has(key)) found.push(`Order ${order?.id} was refused and is there.`)
    else if (!run.acknowledged.has(key) && !run.unanswered.has(key)) found.push(`Nobody placed order ${order?.id}.`)
  }
  return found
}

function historyViolations({ id, service, state, version }: OrderRow, events: EventRow[]): string[] {
  const found: string[] = []
  if (!orderStates.includes(state)) found.push(`Order ${id} is in no listed state: ${state}.`)
  let last: OrderState | null = null
  for (const [i, event] of events.entries()) {
    if (event.version !== i + 1) found.push(`Order ${id} has no version ${i + 1} in its history.`)
    if (event.from_state !== last) found.push(`Version ${event.version} of order ${id} begins where none ended.`)
    const isListed =
      last === null ? event.to_state === 'placed' : findTransition(event.actor, service, last, event.to_state)
    if (!isListed) found.push(`Order ${id} was moved from ${last} to ${event.to_state} by ${event.actor}.`)
    last = event.to_state
  }
  if (last !== state || events.length !== version) found.push(`The history of order ${id} does not end where it is.`)
  return found
}

function numberViolations(orders: OrderRow[]): string[] {
  const days = Map.groupBy(orders, ({ vendor_id, day }) => `${vendor_id} on ${day}`)
  return [...days].flatMap(([day, ofDay]) => {
    const numbers = new Set(ofDay.map(({ number }) => number))
    const isCounted = numbers.size === ofDay.length && ofDay.every((_, i) => numbers.has(i + 1))
    return isCounted ? [] : [`The numbers of ${day} are not 1 to ${ofDay.length}, each once.`]
  })
}

async function kitchenViolations(
  { kitchens }: CrashRunRecorder,
  orders: OrderRow[],
  ask: SelectRows,
): Promise<string[]> {
  const items = await ask<{ id: string; portions_left: number | null }>('select id, portions_left from menu_items')
  const limits = await ask<{ id: string; orders_per_slot: number | null }>('select id, orders_per_slot from vendors')
  return kitchens.flatMap(({ vId, slug, counted: { itemId, portions } }) => {
    const made = orders.filter((order) => order.vendor_id === vId && !isLost(order))
    const sold = made
      .flatMap(({ lines }) => JSON.parse(lines) as { itemId: string; quantity: number }[])
      .reduce((sum, line) => (line.itemId === itemId ? sum + line.quantity : sum), 0)
    const left = items.find(({ id }) => id === itemId)?.portions_left ?? Number.NaN
    const found: string[] = []
    if (left < 0) found.push(`${slug} has ${left} portions left.`)
    if (left + sold !== portions) found.push(`${slug} had ${portions} portions, sold ${sold} and has ${left} left.`)
    const most = limits.find(({ id }) => id === vId)?.orders_per_slot ?? Number.POSITIVE_INFINITY
    const fullest = Math.max(
      0,
      ...[...Map.groupBy(made, (order) => Number(order.ready_slot)).values()].map((all) => all.length),
    )
    if (fullest > most) found.push(`${slug} took ${fullest} orders for one slot, which holds ${most}.`)
    return found
  })
}

const isLost = ({ state }: OrderRow) =>
  finalOrderStates.includes(state) && state !== 'collected' && state !== 'delivered'
