import Stripe from 'stripe'
import { createStripeId, getUnixSeconds } from './objects.ts'

/** The receiver of events: a URL, or a function that resolves with the status of the reply. */
export type WebhookTarget =
  | string
  | ((body: string, headers: Record<string, string>) => Promise<{ statusCode: number }>)

/** https://docs.stripe.com/api/events/object */
export interface StripeEvent {
  id: string
  type: string
  created: number
  data: { object: Record<string, unknown> }
  [more: string]: unknown
}

export interface DeliverOptions {
  /** Selects waiting events; all by default. */
  which?: (event: StripeEvent, place: number) => boolean
  /** The number of deliveries of each event. */
  times?: number
  /** Sorts the events before the delivery; by default they keep their order. */
  order?: (events: StripeEvent[]) => StripeEvent[]
}

/** Sends events, or holds them while `isHeld` is true. An event whose reply is not 2xx waits again. */
export class Webhooks {
  isHeld = false
  /** Runs before each event is sent and after its reply. The delivery waits until the function resolves. */
  onSend: ((event: StripeEvent, when: 'before' | 'after') => Promise<void>) | null = null
  readonly waiting: StripeEvent[] = []
  /** Every event that has happened, oldest first. */
  readonly happened: StripeEvent[] = []
  readonly #target: WebhookTarget | null
  readonly #secret: string
  readonly #underWay = new Set<Promise<void>>()

  constructor(target: WebhookTarget | null, secret: string) {
    this.#target = target
    this.#secret = secret
  }

  tell(type: string, object: object): void {
    const event: StripeEvent = {
      id: createStripeId('evt'),
      object: 'event',
      api_version: '2026-10-28.endive',
      created: getUnixSeconds(),
      data: { object: object as Record<string, unknown> },
      livemode: false,
      pending_webhooks: 1,
      request: { id: createStripeId('req'), idempotency_key: null },
      type,
    }
    this.happened.push(event)
    if (this.isHeld || this.#target === null) {
      this.waiting.push(event)
      return
    }
    const sent = this.#send(event).finally(() => this.#underWay.delete(sent))
    this.#underWay.add(sent)
  }

  /** Sends the waiting events. Resolves after all replies. @returns the number of deliveries */
  async deliver({ which = () => true, times = 1, order = (same) => same }: DeliverOptions = {}): Promise<number> {
    const some = this.waiting.filter(which)
    for (const event of some) this.waiting.splice(this.waiting.indexOf(event), 1)
    for (const event of order(some)) for (let time = 0; time < times; time++) await this.#send(event)
    return some.length * times
  }

  /** Deletes waiting events without sending them. @returns their number */
  drop(which: (event: StripeEvent, place: number) => boolean = () => true): number {
    const some = this.waiting.filter(which)
    for (const event of some) this.waiting.splice(this.waiting.indexOf(event), 1)
    return some.length
  }

  /** Resolves when no delivery is under way. */
  async quiet(): Promise<void> {
    while (this.#underWay.size > 0) await Promise.all(this.#underWay)
  }

  async #send(event: StripeEvent): Promise<void> {
    const body = JSON.stringify(event)
    const headers = {
      'content-type': 'application/json; charset=utf-8',
      'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
      'stripe-signature': signatureOf(body, this.#secret),
    }
    await this.onSend?.(event, 'before')
    const status = await this.#post(body, headers).catch(() => 0)
    await this.onSend?.(event, 'after')
    if (status < 200 || status > 299) if (!this.waiting.includes(event)) this.waiting.push(event)
  }

  async #post(body: string, headers: Record<string, string>): Promise<number> {
    if (this.#target === null) return 0
    if (typeof this.#target !== 'string') return (await this.#target(body, headers)).statusCode
    const response = await fetch(this.#target, { method: 'POST', body, headers, signal: AbortSignal.timeout(20_000) })
    await response.arrayBuffer()
    return response.status
  }
}

/** Returns the signature of a body in Stripe's format. @param at in seconds */
export const signatureOf = (payload: string, secret: string, at: number = getUnixSeconds()): string =>
  Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp: at })
