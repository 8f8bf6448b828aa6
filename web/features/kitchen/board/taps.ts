import type { Body } from '#contract/endpoint.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { moveOrder } from '#contract/kitchen-orders.ts'
import type { OrderState } from '#contract/order-states.ts'
import type { Order } from '#contract/ordering.ts'
import { api } from '../../../api/call-api.ts'
import { ApiError } from '../../../api/problem.ts'
import { storedValue } from '../../../device/stored-value.ts'
import { afterPress } from '../../../kit/use-steady.ts'

export type Move = Body<typeof moveOrder>

/** A move that has been tapped and is not known to have arrived. */
export interface Tap {
  id: string
  vId: string
  orderId: string
  /** The order's, for words. */
  number: number
  move: Move
  /** The state that the order had. */
  from: OrderState
  /** When it is sent, by this device's clock: until then it can be taken back, and nobody is told. */
  sendAt: number
}

/** How long a tap can be taken back. */
export const UNDO_MS = 6_000
/** A tap leaves so long before the order would be rejected by itself. */
const ANSWER_MARGIN_MS = 5_000

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

/**
 * Keeps a move of an order until it is sent. What was tapped on the same order before is sent at once.
 * @param ahead how far the server's clock is ahead of this device's, in milliseconds
 */
export function keepTap({ vendor: { vId }, orderId, number, state, acceptBy }: Order, move: Move, ahead: number): void {
  const now = Date.now()
  const latest = state === 'placed' ? acceptBy - ahead - ANSWER_MARGIN_MS : Number.POSITIVE_INFINITY
  const sendAt = Math.max(now, Math.min(now + UNDO_MS, latest))
  makeDue((tap) => tap.orderId === orderId)
  waitingTaps.write([
    ...waitingTaps.read(),
    { id: crypto.randomUUID(), vId, orderId, number, move, from: state, sendAt },
  ])
}

/** Takes a tap back. @returns false where it has been sent already */
export function undoTap(id: string): boolean {
  if (inFlight.has(id) || !waitingTaps.read().some((tap) => tap.id === id)) return false
  forget((tap) => tap.id === id)
  return true
}

/** Whether a tap can still be taken back. Those that an earlier version has kept are due. */
export const isUndoable = ({ sendAt }: Tap): boolean => sendAt > Date.now()

/** Whether no other tap on the same order has to be sent before it. */
export const isNextOf = (tap: Tap, taps: readonly Tap[]): boolean =>
  taps.find(({ orderId }) => orderId === tap.orderId) === tap

/** Lets taps be sent that could still be taken back. */
export function makeDue(which: (tap: Tap) => boolean): void {
  const taps = waitingTaps.read()
  if (!taps.some((tap) => which(tap) && isUndoable(tap))) return
  const now = Date.now()
  waitingTaps.write(taps.map((tap) => (which(tap) && isUndoable(tap) ? { ...tap, sendAt: now } : tap)))
}

/**
 * Calls `send` each time that a tap of a kitchen becomes due; a press that has begun before may still take it back. When
 * the page is hidden or left, all of them are sent at once.
 * @returns what ends it, and sends what is left
 */
export function watchTaps(vId: string, send: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const schedule = () => {
    clearTimeout(timer)
    const times = waitingTaps.read().flatMap((tap) => (tap.vId === vId && isUndoable(tap) ? tap.sendAt : []))
    if (times.length > 0) timer = setTimeout(due, Math.min(...times) - Date.now())
  }
  const due = () => {
    afterPress(send)
    schedule()
  }
  const leave = () => {
    if (!waitingTaps.read().some((tap) => tap.vId === vId && isUndoable(tap))) return
    makeDue((tap) => tap.vId === vId)
    // A page that goes has no time to wait for the lock: the first of each order leaves now.
    const waiting = waitingTaps.read().filter((tap) => tap.vId === vId)
    for (const tap of waiting) if (isNextOf(tap, waiting)) post(tap).catch(() => {})
    send()
  }
  const hidden = () => document.hidden && leave()
  const end = waitingTaps.subscribe(schedule)
  window.addEventListener('pagehide', leave)
  document.addEventListener('visibilitychange', hidden)
  schedule()
  return () => {
    end()
    clearTimeout(timer)
    window.removeEventListener('pagehide', leave)
    document.removeEventListener('visibilitychange', hidden)
    leave()
  }
}

const inFlight = new Map<string, Promise<Order>>()

/** Sends a tap, once at a time; it outlives the page. */
function post({ id, vId, orderId, move }: Tap): Promise<Order> {
  const sent = inFlight.get(id)
  if (sent) return sent
  const answer = api(moveOrder, { params: { vId, id: orderId }, body: move, keepalive: true })
  inFlight.set(id, answer)
  // One that was answered stays until it is forgotten.
  answer.catch(() => inFlight.delete(id))
  return answer
}

interface Listeners {
  onMoved: (order: Order) => void
  onRefused: (tap: RefusedTap) => void
}

/**
 * Sends what is due of a kitchen, in order, each once: in one tab at a time, and each is forgotten when it is answered. After
 * a refusal, what was tapped on the same order later is forgotten too, as it cannot be done any more.
 * @returns whether all of it has been answered; false where the site gives no answer, and the rest waits
 */
export const sendTaps = (vId: string, listeners: Listeners): Promise<boolean> =>
  inOneTab(async () => {
    for (;;) {
      const tap = waitingTaps.read().find((one) => one.vId === vId && !isUndoable(one))
      if (!tap) return true
      try {
        listeners.onMoved(await post(tap))
        forget((one) => one.id === tap.id)
      } catch (error) {
        const refusal = refusalIn(error)
        if (!refusal) return false
        listeners.onRefused({ ...tap, ...refusal })
        forget((one) => one.orderId === tap.orderId)
      }
    }
  })

/** What the server says no with; null where it says nothing, or only not now. */
function refusalIn(error: unknown): Pick<RefusedTap, 'code' | 'why'> | null {
  if (!(error instanceof ApiError)) return null
  const { code, message, status } = error
  if (status < 400 || status >= 500 || status === 401 || status === 408 || status === 429) return null
  return { code, why: message }
}

function forget(which: (tap: Tap) => boolean): void {
  const taps = waitingTaps.read()
  for (const tap of taps) if (which(tap)) inFlight.delete(tap.id)
  waitingTaps.write(taps.filter((tap) => !which(tap)))
}

/** Locks are for secure pages only; without them a tap sent twice changes nothing the second time. */
const inOneTab = <T>(work: () => Promise<T>): Promise<T> =>
  navigator.locks ? navigator.locks.request('kitchenTaps', work) : work()
