import type { Body } from '#contract/endpoint.ts'
import type { ErrorCode } from '#contract/errors.ts'
import type { moveOrder } from '#contract/kitchen-orders.ts'
import type { Order } from '#contract/ordering.ts'
import { FetchFailed, json } from '../kit/api.ts'
import { problemIn } from '../kit/problem.ts'
import { storedValue } from '../kit/stored-value.ts'
import { callKitchen } from './call-kitchen.ts'

export type Move = Body<typeof moveOrder>

/** A move that has been tapped and is not known to have arrived. */
export interface Tap {
  id: string
  vId: string
  orderId: string
  /** The order's, for words. */
  number: number
  move: Move
}

/** A move that the server has refused, and why. */
export interface RefusedTap extends Tap {
  code: ErrorCode | null
  why: string
}

/** What was tapped and has not arrived, oldest first; it outlives the page. */
export const waitingTaps = storedValue<readonly Tap[]>('kitchenTaps', (stored) =>
  Array.isArray(stored) ? stored.filter(isTap) : [],
)

const isTap = (value: unknown): value is Tap =>
  typeof value === 'object' && value !== null && 'vId' in value && 'orderId' in value && 'move' in value

/** Keeps a tap until it is sent. */
export const keepTap = (tap: Omit<Tap, 'id'>): void =>
  waitingTaps.write([...waitingTaps.read(), { ...tap, id: crypto.randomUUID() }])

interface Listeners {
  onMoved: (order: Order) => void
  onRefused: (tap: RefusedTap) => void
}

/**
 * Sends what waits for a kitchen, in order, each once: in one tab at a time, and each is forgotten when it is answered. After
 * a refusal, what was tapped on the same order later is forgotten too, as it cannot be done any more.
 * @returns whether everything has been answered; false where the site gives no answer, and the rest waits
 */
export const sendTaps = (vId: string, listeners: Listeners): Promise<boolean> =>
  inOneTab(async () => {
    for (;;) {
      const tap = waitingTaps.read().find((one) => one.vId === vId)
      if (!tap) return true
      try {
        listeners.onMoved(await callKitchen<Order>(`/${vId}/orders/${tap.orderId}/state`, json('POST', tap.move)))
        forget((one) => one.id === tap.id)
      } catch (error) {
        const refusal = await refusalIn(error)
        if (!refusal) return false
        listeners.onRefused({ ...tap, ...refusal })
        forget((one) => one.orderId === tap.orderId)
      }
    }
  })

/** What the server says no with; null where it says nothing, or only not now. */
async function refusalIn(error: unknown): Promise<Pick<RefusedTap, 'code' | 'why'> | null> {
  if (!(error instanceof FetchFailed)) return null
  const { status } = error.response
  if (status >= 500 || status === 401 || status === 408 || status === 429) return null
  const { code, message } = await problemIn(error.response)
  return { code, why: message }
}

const forget = (which: (tap: Tap) => boolean): void =>
  waitingTaps.write(waitingTaps.read().filter((tap) => !which(tap)))

/** Locks are for secure pages only; without them a tap sent twice changes nothing the second time. */
const inOneTab = <T>(work: () => Promise<T>): Promise<T> =>
  navigator.locks ? navigator.locks.request('kitchenTaps', work) : work()
