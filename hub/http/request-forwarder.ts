import { createHash, randomUUID } from 'node:crypto'
import { decode, encode } from '@msgpack/msgpack'
import type { Backplane } from '../backplanes/backplane.ts'
import type { Clock } from '../clock.ts'
import { BackplaneTopicSubscriptions } from '../routing/topic-subscriptions.ts'
import { createPollAnswer, refusalAnswers } from './answers.ts'
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

/**
 * A message between processes. `replyTo` is the topic of the process that sent the request. `release` makes the other
 * process answer a forwarded poll at once.
 */
type Message =
  | { kind: 'request'; id: number; replyTo: string; request: ForwardedRequest }
  | { kind: 'release'; id: number; replyTo: string }
  | { kind: 'answer'; id: number; answer: ForwardedAnswer }

/** Answers a request of another process. `released` aborts when a poll should wait no longer. */
type AnswerRequest = (request: ForwardedRequest, released: AbortSignal) => Promise<ForwardedAnswer | null>

/** A request that waits for the answer of another process. */
interface WaitingRequest {
  request: ForwardedRequest
  answer: Promise<ForwardedAnswer | null>
  resolve(answer: ForwardedAnswer | null): void
}

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
  readonly #answer: AnswerRequest
  readonly #report: (error: unknown) => void
  readonly #waiting = new Map<number, WaitingRequest>()
  /** The requests of other processes that this process is answering, by the topic for the reply and the id. */
  readonly #answering = new Map<string, AbortController>()
  #isClosing = false
  #isStopped = false
  #ids = 0

  /**
   * @param name separates the topics of this hub from those of other hubs on the same backplane
   * @param answer answers a request of another process; null when the connection is not in this process
   */
  constructor(
    name: string,
    { backplane, clock, report }: { backplane: Backplane; clock: Clock; report: (error: unknown) => void },
    answer: AnswerRequest,
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
    if (this.#isStopped) return closingAnswerTo(request)
    const id = ++this.#ids
    const message: Message = { kind: 'request', id, replyTo: this.#replyTo, request }
    // MessagePack would turn an undefined user id into null.
    const bytes = encode(message, { ignoreUndefined: true })
    const isHandover = request.method === 'GET' && !isPoll(request)
    const { promise, resolve } = Promise.withResolvers<ForwardedAnswer | null>()
    const cancelTimer = this.#clock.after(isHandover ? HANDOVER_MS : ANSWER_MS, () => resolve(null))
    const answer = promise.finally(() => {
      this.#waiting.delete(id)
      cancelTimer()
    })
    this.#waiting.set(id, { request, answer, resolve })
    await this.#backplane.publish(this.#topicOf(request.token), bytes)
    const received = await answer
    if (!received || !('status' in received) || !this.#isClosing || !isPoll(request)) return received
    // The client should send its next poll to another process.
    return { ...received, headers: { ...received.headers, Connection: 'close' } }
  }

  /**
   * Makes the other processes answer the polls that this process has forwarded to them. Resolves when all forwarded
   * requests have their answers.
   */
  async releaseRequests(): Promise<void> {
    this.#isClosing = true
    const waiting = [...this.#waiting]
    for (const [id, { request }] of waiting) this.#releaseIfPoll(id, request)
    await Promise.all(waiting.map(([, { answer }]) => answer))
  }

  /** Forwards no more requests, and answers those that wait. Polls get an empty answer, other requests get 503. */
  stop(): void {
    this.#isClosing = this.#isStopped = true
    for (const [id, { request, resolve }] of this.#waiting) {
      this.#releaseIfPoll(id, request)
      resolve(closingAnswerTo(request))
    }
  }

  #releaseIfPoll(id: number, request: ForwardedRequest): void {
    if (!isPoll(request)) return
    const message: Message = { kind: 'release', id, replyTo: this.#replyTo }
    void this.#backplane.publish(this.#topicOf(request.token), encode(message))
  }

  async #receive(bytes: Uint8Array): Promise<void> {
    const message = decode(bytes) as Message
    if (message.kind === 'answer') {
      this.#waiting.get(message.id)?.resolve(message.answer)
      return
    }
    const key = `${message.replyTo} ${message.id}`
    if (message.kind === 'release') {
      this.#answering.get(key)?.abort()
      return
    }
    const controller = new AbortController()
    this.#answering.set(key, controller)
    const answer = await this.#answer(message.request, controller.signal).finally(() => this.#answering.delete(key))
    if (!answer) return
    const reply: Message = { kind: 'answer', id: message.id, answer }
    await this.#backplane.publish(message.replyTo, encode(reply))
  }

  /** Hashes the token, because somebody who can list the topics must not be able to take over a connection. */
  #topicOf(token: string): string {
    return this.#prefix + createHash('sha256').update(token).digest('base64url')
  }
}

const isPoll = (request: ForwardedRequest): boolean => request.method === 'GET' && request.transport === 'LongPolling'

/** Returns the answer of a process that is closing. An empty answer makes the client poll again. */
function closingAnswerTo(request: ForwardedRequest): ForwardedAnswer {
  if (!isPoll(request)) return refusalAnswers.closing
  const { headers, ...answer } = createPollAnswer(Buffer.alloc(0))
  return { ...answer, headers: { ...headers, Connection: 'close' } }
}
