import type { Service } from '#contract/menu-enums.ts'
import { type OrderState, orderStateLabels } from '#contract/order-states.ts'
import type { Order } from '#contract/ordering.ts'

const ways: Record<Service, readonly OrderState[]> = {
  delivery: ['placed', 'accepted', 'preparing', 'out_for_delivery', 'delivered'],
  pickup: ['placed', 'accepted', 'preparing', 'ready', 'collected'],
}

/** One platform of an order's way. */
export interface CourseStep {
  name: string
  place: 'past' | 'now' | 'ahead'
}

/** Where an order is on its way. `lost`: it goes no further. */
export interface Course {
  steps: CourseStep[]
  /** The place of the platform that it has come to. */
  at: number
  lost: boolean
}

/** The way of an order, which for one that is rejected or cancelled ends where it was. */
export function courseOf({ service, state, events }: Pick<Order, 'service' | 'state' | 'events'>): Course {
  const way = ways[service]
  const lost = state === 'rejected' || state === 'cancelled' || state === 'expired'
  const reached = lost ? (events.at(-1)?.from ?? 'placed') : state
  // Food that waits for its courier has been cooked, and has not left.
  const packed = reached === 'ready' && service === 'delivery'
  const at = Math.max(0, way.indexOf(packed ? 'preparing' : reached))
  const steps = way.map((step, place): CourseStep => {
    if (reached === 'awaiting_payment' && lost) return { name: orderStateLabels[step], place: 'ahead' }
    if (place === at && !lost) return { name: packed ? 'Ready to leave' : orderStateLabels[state], place: 'now' }
    return { name: orderStateLabels[step], place: place <= at ? 'past' : 'ahead' }
  })
  return { steps, at, lost }
}
