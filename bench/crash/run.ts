import { setTimeout as wait } from 'node:timers/promises'
import { MINUTE_MS } from '#contract/limits.ts'
import type { OrderState } from '#contract/order-states.ts'
import type { SeededKitchen } from '../kitchens-seed.ts'

/** The answer to a call: its status and JSON body. */
export interface CallAnswer<Body> {
  status: number
  body: Body
}

const RETRY_MS = 50
const ANSWER_LIMIT_MS = 10_000

/** Records the answers that customers and cooks got in a run, so that they can be compared with the database. */
export class CrashRunRecorder {
  /** The origins of the site's server processes. Calls go to these origins in turn. */
  readonly origins: readonly string[]
  readonly kitchens: readonly SeededKitchen[]
  /** The acknowledged orders, by their idempotency key. */
  readonly acknowledged = new Map<string, { orderId: string; number: number; vId: string; total: number }>()
  /** The idempotency keys of refused orders, which must not be stored. */
  readonly refused = new Set<string>()
  /** The idempotency keys of orders without an answer, which may or may not be stored. */
  readonly unanswered = new Set<string>()
  /** The acknowledged moves of orders to another state. */
  readonly moves: { orderId: string; to: OrderState }[] = []
  readonly statuses = new Map<string, number>()
  retries = 0
  isOver = false

  #calls = 0

  constructor(origins: readonly string[], kitchens: readonly SeededKitchen[]) {
    this.origins = origins
    this.kitchens = kitchens
  }

  /** Makes a call once. Returns null when the connection was lost or the server is unavailable (503). */
  async call<Body>(method: string, path: string, { token, from, body }: Call = {}): Promise<CallAnswer<Body> | null> {
    const origin = this.origins[this.#calls++ % this.origins.length]
    try {
      const response = await fetch(`${origin}${path}`, {
        method,
        headers: {
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...(token && { authorization: `Bearer ${token}` }),
          ...(from && { 'x-forwarded-for': from }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(ANSWER_LIMIT_MS),
      })
      const answer = { status: response.status, body: (await response.json()) as Body }
      const name = `${method} ${path.replace(/[\da-f]{8}-[\da-f-]{27}/g, ':id').replace(/\?.*/, '')} ${answer.status}`
      this.statuses.set(name, (this.statuses.get(name) ?? 0) + 1)
      return answer.status >= 500 ? null : answer
    } catch {
      return null
    }
  }

  /**
   * Repeats a call until it is answered, as a page does after a lost connection.
   * @throws when there is no answer within a minute
   */
  async ask<Body>(method: string, path: string, call: Call = {}): Promise<CallAnswer<Body>> {
    const start = performance.now()
    while (performance.now() - start < MINUTE_MS) {
      const answer = await this.call<Body>(method, path, call)
      if (answer) return answer
      this.retries++
      await wait(RETRY_MS)
    }
    throw new Error(`${method} ${path} has not been answered for a minute.`)
  }
}

interface Call {
  token?: string
  /** The IP address from which the call comes. */
  from?: string
  body?: unknown
}
