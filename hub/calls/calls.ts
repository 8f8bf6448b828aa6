import type { Clock } from '../clock.ts'
import type { Connection } from '../connection/connection.ts'
import type { HubMethod } from '../define-hub.ts'
import type { Limits } from '../limits.ts'
import type { CallMessage, Completion, Invocation, StreamInvocation } from '../protocols/messages.ts'
import type { AskOptions } from '../routing/router.ts'
import { Call } from './call.ts'
import { ClientResults } from './client-results.ts'
import { failureText } from './failure-text.ts'
import { streamResults } from './stream-results.ts'
import { UploadStream } from './upload-stream.ts'

/** Calls that may wait for their turn before the client is held back. */
const WAITING_CALLS = 16

/** What the calls of one client need of its surroundings. */
export interface CallRules {
  readonly methods: ReadonlyMap<string, HubMethod>
  readonly detailedErrors: boolean
  readonly clock: Clock
  readonly limits: Pick<Limits, 'parallelInvocations' | 'streams' | 'uploadBufferItems' | 'highWaterBytes'>
  report: (error: unknown) => void
}

/** How a call ended: with an error, a result, or nothing. */
type Outcome = Pick<Completion, 'error' | 'result'>

/** The calls of one client: each gets its turn, its streams, and one Completion if the client wants one. */
export class Calls {
  readonly #connection: Connection
  readonly #rules: CallRules
  /** By invocation id; those without one, by a number. */
  readonly #running = new Map<string | number, Call>()
  readonly #uploads = new Map<string, UploadStream>()
  readonly #waiting: (() => void)[] = []
  /** Calls the other way: to the client. */
  #results: ClientResults | null = null
  #placesTaken = 0
  #isAdvancing = false
  #streams = 0
  #count = 0

  constructor(connection: Connection, rules: CallRules) {
    this.#connection = connection
    this.#rules = rules
  }

  /** Whether the client has sent more than its calls can take for now. */
  get isCongested(): boolean {
    if (this.#waiting.length >= WAITING_CALLS) return true
    for (const upload of this.#uploads.values()) if (upload.isFull) return true
    return false
  }

  /** Takes a message of the client that belongs to a call. What belongs to none that is known is let go. */
  handle(message: CallMessage): void {
    if (message.type === 1 || message.type === 4) this.#start(message)
    else if (message.type === 2) this.#uploads.get(message.invocationId)?.push(message.item)
    else if (message.type === 3) this.#complete(message)
    else this.#running.get(message.invocationId)?.cancel('The call was cancelled.')
  }

  /** Calls a method of the client and waits for the result. @throws {ClientResultFailed} */
  ask(method: string, args: unknown[], { timeoutMs, signal }: AskOptions): Promise<unknown> {
    const connection = this.#connection
    this.#results ??= new ClientResults()
    return this.#results.ask(
      (invocationId) =>
        connection.send(connection.protocol.encode({ type: 1, invocationId, target: method, arguments: args })),
      { timeoutMs, signal, clock: this.#rules.clock },
    )
  }

  /** Lets those run who wait for a place. In a loop: a frame may hold thousands that are over as soon as they begin. */
  advance(): void {
    if (this.#isAdvancing) return
    this.#isAdvancing = true
    while (this.#waiting.length > 0 && this.#hasPlace) this.#waiting.shift()?.()
    this.#isAdvancing = false
    this.#connection.adjustInput()
  }

  /**
   * A client that does not take its answers gets no more of them. One that does not acknowledge them does: its
   * acknowledgements come behind its calls.
   */
  get #hasPlace(): boolean {
    const { parallelInvocations, highWaterBytes } = this.#rules.limits
    return this.#placesTaken < parallelInvocations && (this.#connection.transport?.pending ?? 0) <= highWaterBytes
  }

  /** The client is gone. */
  abandon(): void {
    this.#waiting.length = 0
    this.#results?.abandon()
    for (const call of this.#running.values()) call.cancel('The client is gone.')
  }

  /** Starts a call, or has it wait for its turn. */
  #start(message: Invocation | StreamInvocation): void {
    const { invocationId, target } = message
    const method = this.#rules.methods.get(target.toLowerCase())
    const refusal = method && this.#refusal(message, method)
    if (!method) this.#answer(invocationId, { error: `Unknown hub method '${target}'` })
    else if (refusal) this.#answer(invocationId, { error: refusal })
    else if (method.streams || method.uploads > 0) this.#run(message, method, new Call(this.#connection))
    else if (this.#hasPlace) this.#takePlace(message, method)
    else this.#waiting.push(() => this.#takePlace(message, method))
  }

  /** The client has answered a call, or ended a stream that it uploads. */
  #complete(message: Completion): void {
    if (this.#results?.complete(message)) return
    this.#uploads.get(message.invocationId)?.finish(message.error ?? null)
    this.#uploads.delete(message.invocationId)
  }

  /** Why a call is not even begun, in the words of ASP.NET Core; null when nothing stands against it. */
  #refusal(message: Invocation | StreamInvocation, { streams, uploads }: HubMethod): string | null {
    const { target, invocationId, streamIds = [] } = message
    if (streams && message.type === 1) {
      return `The client attempted to invoke the streaming '${target}' method with a non-streaming invocation.`
    }
    if (!streams && message.type === 4) {
      return `The client attempted to invoke the non-streaming '${target}' method with a streaming invocation.`
    }
    const because = (why: string) =>
      `An unexpected error occurred invoking '${target}' on the server. HubException: ${why}`
    if (streamIds.length !== uploads) {
      return because(`Client sent ${streamIds.length} stream(s), Hub method expects ${uploads}.`)
    }
    if (invocationId !== undefined && this.#running.has(invocationId)) {
      return because(`Invocation ID '${invocationId}' is already in use.`)
    }
    const taken = streamIds.find((id, at) => this.#uploads.has(id) || streamIds.indexOf(id) !== at)
    if (taken !== undefined) return because(`Stream ID '${taken}' is already in use.`)
    if ((streams || uploads > 0) && this.#streams >= this.#rules.limits.streams) {
      return because(`A client can have ${this.#rules.limits.streams} streams at a time.`)
    }
    return null
  }

  #takePlace(message: Invocation | StreamInvocation, method: HubMethod): void {
    const call = new Call(this.#connection)
    this.#placesTaken++
    call.releasePlace = () => {
      call.releasePlace = undefined
      this.#placesTaken--
      this.advance()
    }
    this.#run(message, method, call)
  }

  #run(message: Invocation | StreamInvocation, method: HubMethod, call: Call): void {
    const { invocationId, target } = message
    const key = invocationId ?? this.#count++
    this.#running.set(key, call)
    const isStream = method.streams || method.uploads > 0
    if (isStream) this.#streams++
    if (message.streamIds) this.#openUploads(call, message.streamIds)

    const end = (outcome: Outcome) => {
      if (call.isOver) return
      call.isOver = true
      this.#running.delete(key)
      if (isStream) this.#streams--
      for (const [id, upload] of call.uploads ?? []) {
        this.#uploads.delete(id)
        upload.finish(null)
      }
      this.#answer(invocationId, outcome)
      call.releasePlace?.()
      this.#connection.adjustInput()
    }
    const fail = (what: string) => (error: unknown) => {
      end({ error: failureText(what, error, this.#rules) })
    }

    let args: unknown[]
    try {
      args = method.parse ? method.parse(message.arguments) : message.arguments
    } catch (error) {
      fail(`Failed to invoke '${target}' due to an error on the server.`)(error)
      return
    }
    const failed = fail(`An unexpected error occurred invoking '${target}' on the server.`)
    try {
      if (call.uploads) args = [[...call.uploads.values()], ...args]
      const returned = method.handler(call, ...(args as never[]))
      if (method.streams) {
        const finish = (error?: { reason: unknown }) => {
          if (error) fail('An error occurred on the server while streaming results.')(error.reason)
          else end({})
        }
        const { report } = this.#rules
        const asked = { invocationId: invocationId as string, call, connection: this.#connection, finish, report }
        streamResults(returned as Iterable<unknown>, asked)
      } else if (isPromiseLike(returned)) returned.then((result) => end({ result }), failed)
      else end({ result: returned })
    } catch (error) {
      failed(error)
    }
  }

  #openUploads(call: Call, streamIds: string[]): void {
    call.uploads = new Map()
    for (const id of streamIds) {
      const upload = new UploadStream(this.#rules.limits.uploadBufferItems, () => this.#connection.adjustInput())
      call.uploads.set(id, upload)
      this.#uploads.set(id, upload)
    }
  }

  #answer(invocationId: string | undefined, outcome: Outcome): void {
    if (invocationId === undefined) return
    try {
      this.#connection.send(this.#connection.protocol.encode({ type: 3, invocationId, ...outcome }))
    } catch (error) {
      // The result cannot be written; that it failed can.
      const what = 'An error occurred on the server while writing the result.'
      this.#answer(invocationId, { error: failureText(what, error, this.#rules) })
    }
  }
}

function isPromiseLike(value: unknown): value is PromiseLike<unknown> {
  return typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function'
}
