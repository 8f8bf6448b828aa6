import { expect, test } from 'vitest'
import type { Service } from './menu.ts'
import {
  finalOrderStates,
  findNextStateByKitchen,
  findTransition,
  type OrderActor,
  type OrderState,
  orderStateLabels,
  orderStates,
  orderTransitions,
} from './order-states.ts'

const actors: OrderActor[] = ['customer', 'vendor', 'admin', 'system', 'payment']
const bothServices: Service[] = ['delivery', 'pickup']

/** Returns all allowed moves from a state. */
const movesFrom = (service: Service, from: OrderState) =>
  orderStates.flatMap((to) => actors.flatMap((actor) => findTransition(actor, service, from, to) ?? []))

function reachable(service: Service): Set<OrderState> {
  const found = new Set<OrderState>(['awaiting_payment'])
  for (const state of found) for (const move of movesFrom(service, state)) found.add(move.to)
  return found
}

test('an order can reach every state of its service', () => {
  const without = (...others: OrderState[]) => new Set(orderStates.filter((state) => !others.includes(state)))
  expect(reachable('delivery')).toEqual(without('collected'))
  expect(reachable('pickup')).toEqual(without('out_for_delivery', 'delivered'))
})

test('only final states of an order have no next state', () => {
  for (const service of bothServices) {
    const dead = [...reachable(service)].filter((state) => movesFrom(service, state).length === 0)
    expect(dead.toSorted()).toEqual(finalOrderStates.filter((state) => reachable(service).has(state)).toSorted())
  }
})

test('in every possible history of an order, each state occurs at most once', () => {
  const histories = bothServices.flatMap((service) => continued(service, ['awaiting_payment']))
  for (const states of histories) expect(new Set(states).size).toBe(states.length)
  expect(new Set(histories.flatMap((states) => states.at(-1) ?? []))).toEqual(new Set(finalOrderStates))
})

/** Returns all possible histories of an order that begin with `states`. */
function continued(service: Service, states: OrderState[]): OrderState[][] {
  const moves = movesFrom(service, states.at(-1) ?? 'expired')
  return moves.length === 0 ? [states] : moves.flatMap(({ to }) => continued(service, [...states, to]))
}

test('findTransition returns undefined for a move that the actor, the service or the current state does not allow', () => {
  expect(findTransition('customer', 'delivery', 'accepted', 'cancelled')).toBeUndefined()
  expect(findTransition('customer', 'delivery', 'placed', 'accepted')).toBeUndefined()
  expect(findTransition('vendor', 'delivery', 'ready', 'collected')).toBeUndefined()
  expect(findTransition('vendor', 'pickup', 'ready', 'out_for_delivery')).toBeUndefined()
  expect(findTransition('vendor', 'delivery', 'out_for_delivery', 'cancelled')).toBeUndefined()
  expect(findTransition('vendor', 'delivery', 'placed', 'ready')).toBeUndefined()
  expect(findTransition('system', 'delivery', 'accepted', 'rejected')).toBeUndefined()
})

test.each<[string, Service, OrderState[]]>([
  ['delivery', 'delivery', ['placed', 'accepted', 'preparing', 'ready', 'out_for_delivery', 'delivered']],
  ['pickup', 'pickup', ['placed', 'accepted', 'preparing', 'ready', 'collected']],
])('the kitchen’s main button leads a %s order step by step to its final state', (_, service, path) => {
  for (const [i, state] of path.entries()) expect(findNextStateByKitchen(service, state)).toBe(path[i + 1])
})

test('a kitchen must give a reason when it rejects or cancels an order', () => {
  const refusals = orderTransitions.filter(
    ({ to, who }) => ['rejected', 'cancelled'].includes(to) && who.includes('vendor'),
  )
  expect(refusals).not.toHaveLength(0)
  expect(refusals.every(({ reason }) => reason)).toBe(true)
})

test('every state of an order has a different label', () => {
  expect(new Set(Object.values(orderStateLabels)).size).toBe(orderStates.length)
})
