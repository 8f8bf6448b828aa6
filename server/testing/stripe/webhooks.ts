import Stripe from 'stripe'
import { newName, seconds } from './objects.ts'

/** Where events are sent: an address, or whoever takes them. Resolves with the status of the answer. */
export type WebhookTarget =
  | string
  | ((body: string, headers: Record<string, string>) => Promise<{ statusCode: number }>)

/** An event that Stripe has to tell. */
export interface StripeEvent {
  id: string
  type: string
  created: number
  data: { object: Record<string, unknown> }
  [more: string]: unknown
}

export interface DeliverOptions {
  /** Which of those that wait; all unless told otherwise. */
  which?: (event: StripeEvent, place: number) => boolean
  /** How often each. */
  times?: number
  /** The order that they arrive in; that in which they happened unless told otherwise. */
  order?: (events: StripeEvent[]) => StripeEvent[]
}

/** The events that wait, and how they are sent. One that is not answered with 2xx waits again. */
export class Webhooks {
  isHeld = false
  /** Is told of each event before it is sent and after it was answered, and waited for. */
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
      id: newName('evt'),
      object: 'event',
      api_version: '2026-10-28.endive',
      created: seconds(),
      data: { object: object as Record<string, unknown> },
      livemode: false,
      pending_webhooks: 1,
      request: { id: newName('req'), idempotency_key: null },
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

  /** Sends what waits; resolves when all has been answered. @returns how many were sent */
  async deliver({ which = () => true, times = 1, order = (same) => same }: DeliverOptions = {}): Promise<number> {
    const some = this.waiting.filter(which)
    for (const event of some) this.waiting.splice(this.waiting.indexOf(event), 1)
    for (const event of order(some)) for (let time = 0; time < times; time++) await this.#send(event)
    return some.length * times
  }

  /** Forgets what waits: it is never told. */
  drop(which: (event: StripeEvent, place: number) => boolean = () => true): number {
    const some = this.waiting.filter(which)
    for (const event of some) this.waiting.splice(this.waiting.indexOf(event), 1)
    return some.length
  }

  /** Resolves when nothing is on its way any more. */
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

/** Signs a body as Stripe does. @param at in seconds */
export const signatureOf = (payload: string, secret: string, at: number = seconds()): string =>
  Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp: at })
