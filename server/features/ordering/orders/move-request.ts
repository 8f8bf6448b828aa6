import type { InputOf } from '#contract/endpoint.ts'
import type { moveOrder } from '#contract/kitchen-orders.ts'
import type { OrderActor } from '#contract/order-states.ts'

/** The new state of an order, with its time, reason and acknowledged requirements. */
export type MoveRequest = InputOf<typeof moveOrder>['body']

/** The person or the part of the program that moves an order. `id` is an account, or null. */
export interface Mover {
  actor: OrderActor
  id: string | null
}
