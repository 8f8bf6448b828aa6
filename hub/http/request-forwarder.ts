import { createHash, randomUUID } from 'node:crypto'
import { decode, encode } from '@msgpack/msgpack'
import type { Backplane } from '../backplanes/backplane.ts'
import type { Clock } from '../clock.ts'
import { BackplaneTopicSubscriptions } from '../routing/topic-subscriptions.ts'
import type { ForwardedAnswer, ForwardedRequest, HttpConnection } from './http-endpoint.ts'

/**
 * How long another process may take to answer a poll, a POST or a DELETE. This includes the time for which a POST waits
 * because the connection takes no more messages.
 */
const ANSWER_MS = 5_000
/** How long another process may take to hand over a connection or to refuse it. A working process does so at once. */
const HANDOVER_MS = 2_000
/** A forwarded poll gets an empty answer at the first heartbeat after this time, which is before ANSWER_MS. */
export const FORWARDED_POLL_TIMEOUT_MS = 3_000

/** A message between processes. `replyTo` is the topic of the process that sent the request. */
type Message =
  | { kind: 'request'; id: number; replyTo: string; request: ForwardedRequest }
  | { kind: 'answer'; id: number; answer: ForwardedAnswer }

/**
 * Forwards HTTP requests between the processes of an application, because a proxy may send each request of a client to
 * another process. Each negotiated connection has a topic of the backplane, named by a hash of its secret token.
 */
export class RequestForwarder {
  readonly #prefix: string
  readonly #replyTo: string
  readonly #backplane: Backplane
  readonly #clock: Clock
  readonly #topics: BackplaneTopicSubscriptions
  readonly #answer: (request: ForwardedRequest) => Promise<ForwardedAnswer | null>
  readonly #report: (error: unknown) => void
  readonly #waiting = new Map<number, (answer: ForwardedAnswer | null) => void>()
  #ids = 0

  /**
   * @param name separates the topics of this hub from those of other hubs on the same backplane
   * @param answer answers a request of another process; null when the connection is not in this process
   */
  constructor(
    name: string,
    { backplane, clock, report }: { backplane: Backplane; clock: Clock; report: (error: unknown) => void },
    answer: (request: ForwardedRequest) => Promise<ForwardedAnswer | null>,
  ) {
    this.#prefix = `${name}:http:`
    this.#replyTo = this.#prefix + randomUUID()
    this.#backplane = backplane
    this.#clock = clock
    this.#topics = new BackplaneTopicSubscriptions(backplane, (bytes) => void this.#receive(bytes).catch(report))
    this.#answer = answer
    this.#report = report
    this.#topics.add(this.#replyTo).catch(report)
  }

  /** Resolves when other processes can forward requests for the connection to this process. */
  share({ token }: Pick<HttpConnection, 'token'>): Promise<void> {
    return this.#topics.add(this.#topicOf(token))
  }

  unshare({ token }: Pick<HttpConnection, 'token'>): void {
    this.#topics.remove(this.#topicOf(token)).catch(this.#report)
  }

  /** Resolves with the answer of the process that has the connection; null when no process answers in time. */
  async forward(request: ForwardedRequest): Promise<ForwardedAnswer | null> {
    const id = ++this.#ids
    const message: Message = { kind: 'request', id, replyTo: this.#replyTo, request }
    // MessagePack would turn an undefined user id into null.
    const bytes = encode(message, { ignoreUndefined: true })
    const isHandover = request.method === 'GET' && request.transport !== 'LongPolling'
    let cancelTimer = () => {}
    const answer = new Promise<ForwardedAnswer | null>((resolve) => {
      this.#waiting.set(id, resolve)
      cancelTimer = this.#clock.after(isHandover ? HANDOVER_MS : ANSWER_MS, () => resolve(null))
    })
    await this.#backplane.publish(this.#topicOf(request.token), bytes)
    return answer.finally(() => {
      this.#waiting.delete(id)
      cancelTimer()
    })
  }

  async #receive(bytes: Uint8Array): Promise<void> {
    const message = decode(bytes) as Message
    if (message.kind === 'answer') {
      this.#waiting.get(message.id)?.(message.answer)
      return
    }
    const answer = await this.#answer(message.request)
    if (!answer) return
    const reply: Message = { kind: 'answer', id: message.id, answer }
    await this.#backplane.publish(message.replyTo, encode(reply))
  }

  /** Hashes the token, because somebody who can list the topics must not be able to take over a connection. */
  #topicOf(token: string): string {
    return this.#prefix + createHash('sha256').update(token).digest('base64url')
  }
}
