import { setTimeout as wait } from 'node:timers/promises'
import { MINUTE_MS } from '#contract/limits.ts'
import type { OrderState } from '#contract/order-states.ts'
import type { SeededKitchen } from '../kitchens-seed.ts'

/** An answer that came: its status, and the JSON that its call is answered with when all is well. */
export interface CallAnswer<Body> {
  status: number
  body: Body
}

const RETRY_MS = 50
const ANSWER_LIMIT_MS = 10_000

/** One run: what was told to customers and cooks, to be compared with what the database holds at its end. */
export class CrashRun {
  /** Where the site is: its processes, which are called in turn. */
  readonly origins: readonly string[]
  readonly kitchens: readonly SeededKitchen[]
  /** By the key of the browser: the order that was acknowledged. */
  readonly acknowledged = new Map<string, { orderId: string; number: number; vId: string; total: number }>()
  /** Keys of orders that were refused, so that they must not be there. */
  readonly refused = new Set<string>()
  /** Keys that no answer has come for: these may be there or not. */
  readonly unanswered = new Set<string>()
  /** Moves of orders that were acknowledged. */
  readonly moves: { orderId: string; to: OrderState }[] = []
  readonly statuses = new Map<string, number>()
  retries = 0
  isOver = false

  #calls = 0

  constructor(origins: readonly string[], kitchens: readonly SeededKitchen[]) {
    this.origins = origins
    this.kitchens = kitchens
  }

  /** Makes a call once; null when the connection was lost, or the server could not answer for a moment. */
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
   * Makes a call again and again until an answer comes: the same call, as a page does that lost its connection.
   * @throws when there is none for a minute
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
  /** The address that the call seems to come from. */
  from?: string
  body?: unknown
}
