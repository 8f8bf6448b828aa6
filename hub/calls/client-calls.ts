import { diagnosticsChannels, publishCallEnd } from '../channels.ts'
import type { Clock } from '../clock.ts'
import type { HubMethod } from '../define-hub.ts'
import type { CallEvent, ReportError } from '../diagnostics.ts'
import { CallRefused, HubError } from '../errors.ts'
import type { Limits } from '../limits.ts'
import type { CallPartMessage, Completion, Invocation, StreamInvocation } from '../protocols/messages.ts'
import type { InvokeOptions } from '../routing/local-connections.ts'
import { Call } from './call.ts'
import type { CallerConnection } from './caller-connection.ts'
import { PendingClientResults } from './client-results.ts'
import { describeFailure } from './describe-failure.ts'
import { isItemStream, sendStreamItems } from './send-stream-items.ts'
import { UploadStream } from './upload-stream.ts'

/** The number of waiting calls at which reading from the client pauses. */
const WAITING_CALLS = 16

/** The part of a hub that the calls of its clients need. */
export interface CallHost {
  /** The methods by their names in lower case. */
  readonly methods: ReadonlyMap<string, HubMethod>
  /** The names as the hub defines them. */
  readonly methodNames: readonly string[]
  readonly detailedErrors: boolean
  readonly path: string
  readonly calls: { started: number; failed: number }
  readonly clock: Clock
  readonly limits: Pick<Limits, 'parallelInvocations' | 'streams' | 'uploadBufferItems' | 'highWaterBytes'>
  report: ReportError
}

/** The end of a call: an error, a result, or neither. */
type Outcome = Pick<Completion, 'error' | 'result'>

/**
 * The calls between a client and the server. Runs the calls of the client, and waits for the results of calls to the
 * client.
 */
export class ClientCalls {
  readonly #connection: CallerConnection
  readonly #rules: CallHost
  /** The running calls by invocation id. The key of a call without an invocation id is a number. */
  readonly #running = new Map<string | number, Call>()
  readonly #uploads = new Map<string, UploadStream>()
  readonly #waiting: (() => void)[] = []
  /** The calls to the client whose results have not arrived yet. */
  #results: PendingClientResults | null = null
  #usedSlots = 0
  #isAdvancing = false
  #streams = 0
  #count = 0

  constructor(connection: CallerConnection, rules: CallHost) {
    this.#connection = connection
    this.#rules = rules
  }

  /** Whether reading from the client should pause, because many of its calls wait or an upload stream is full. */
  get isCongested(): boolean {
    if (this.#waiting.length >= WAITING_CALLS) return true
    for (const upload of this.#uploads.values()) if (upload.isFull) return true
    return false
  }

  /** Handles a message of the client that belongs to a call. Messages of unknown calls are ignored. */
  handle(message: CallPartMessage): void {
    if (message.type === 1 || message.type === 4) this.#start(message)
    else if (message.type === 2) this.#uploads.get(message.invocationId)?.push(message.item)
    else if (message.type === 3) this.#complete(message)
    else this.#running.get(message.invocationId)?.cancel('The call was cancelled.')
  }

  /** Calls a method of the client and waits for the result. @throws {ClientResultFailed} */
  invoke(method: string, args: unknown[], { timeoutMs, signal }: InvokeOptions): Promise<unknown> {
    const connection = this.#connection
    this.#results ??= new PendingClientResults()
    return this.#results.start(
      (invocationId) =>
        connection.send(connection.protocol.encode({ type: 1, invocationId, target: method, arguments: args })),
      { timeoutMs, signal, clock: this.#rules.clock },
    )
  }

  /**
   * Starts waiting calls while there are slots. Uses a loop, not a recursion, because one frame may contain thousands
   * of short calls.
   */
  advance(): void {
    if (this.#isAdvancing) return
    this.#isAdvancing = true
    while (this.#waiting.length > 0 && this.#hasSlot) this.#waiting.shift()?.()
    this.#isAdvancing = false
    this.#connection.adjustInput()
  }

  /**
   * Whether another call may start. No call starts while the client does not read its answers. Calls start even when
   * acknowledgements are missing, because a client sends acknowledgements after its calls.
   */
  get #hasSlot(): boolean {
    const { parallelInvocations, highWaterBytes } = this.#rules.limits
    return this.#usedSlots < parallelInvocations && (this.#connection.transport?.pendingBytes ?? 0) <= highWaterBytes
  }

  /** Cancels all calls in both directions, because the client has disconnected. */
  cancelAll(): void {
    this.#waiting.length = 0
    this.#results?.rejectAll()
    for (const call of this.#running.values()) call.cancel('The client is gone.')
  }

  /** Starts a call, or queues it until there is a slot and all earlier calls have started. */
  #start(message: Invocation | StreamInvocation): void {
    const method = this.#rules.methods.get(message.target.toLowerCase())
    const refusal = method && this.#refusal(message, method)
    if (!method) this.#refuseUnknown(message)
    else if (refusal) this.#refuse(message, refusal)
    else if (method.streams || method.uploads > 0) this.#run(message, method, new Call(this.#connection, message.trace))
    else {
      this.#waiting.push(() => this.#runInSlot(message, method))
      this.advance()
    }
  }

  /** Completes a call to the client, or ends a stream that the client uploads. */
  #complete(message: Completion): void {
    if (this.#results?.complete(message)) return
    this.#uploads.get(message.invocationId)?.finish(message.error ?? null)
    this.#uploads.delete(message.invocationId)
  }

  /** Returns the reason to refuse a call, with the text of ASP.NET Core. Returns null when the call is accepted. */
  #refusal(message: Invocation | StreamInvocation, { streams, uploads }: HubMethod): string | null {
    const { target, invocationId, streamIds = [] } = message
    if (streams && message.type === 1) {
      return `The client attempted to invoke the streaming '${target}' method with a non-streaming invocation.`
    }
    if (!streams && message.type === 4) {
      return `The client attempted to invoke the non-streaming '${target}' method with a streaming invocation.`
    }
    const because = (reason: string) =>
      `An unexpected error occurred invoking '${target}' on the server. HubException: ${reason}`
    if (streamIds.length !== uploads) {
      return because(`Client sent ${streamIds.length} stream(s), Hub method expects ${uploads}.`)
    }
    if (invocationId !== undefined && this.#running.has(invocationId)) {
      return because(`Invocation ID '${invocationId}' is already in use.`)
    }
    const usedId = streamIds.find((id, at) => this.#uploads.has(id) || streamIds.indexOf(id) !== at)
    if (usedId !== undefined) return because(`Stream ID '${usedId}' is already in use.`)
    if ((streams || uploads > 0) && this.#streams >= this.#rules.limits.streams) {
      return because(`A client can have ${this.#rules.limits.streams} streams at a time.`)
    }
    return null
  }

  #refuse(message: Invocation | StreamInvocation, error: string, reported = error): void {
    this.#report(new CallRefused(reported), message)
    this.#answer(message, { error })
  }

  #refuseUnknown(message: Invocation | StreamInvocation): void {
    const { path, methodNames, detailedErrors } = this.#rules
    const known = `. The methods of the hub ${path} are: ${methodNames.join(', ')}.`
    // The name is written as JSON, so that a name with line breaks stays on one line of the log.
    const reported = `Unknown hub method ${JSON.stringify(message.target)}${known}`
    this.#refuse(message, `Unknown hub method '${message.target}'${detailedErrors ? known : ''}`, reported)
  }

  #runInSlot(message: Invocation | StreamInvocation, method: HubMethod): void {
    const call = new Call(this.#connection, message.trace)
    this.#usedSlots++
    call.releaseSlot = () => {
      call.releaseSlot = undefined
      this.#usedSlots--
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

    const event = diagnosticsChannels.call.hasSubscribers ? this.#createEvent(message) : undefined
    this.#rules.calls.started++

    const end = (outcome: Outcome) => {
      if (call.isOver) return
      call.isOver = true
      this.#running.delete(key)
      if (isStream) this.#streams--
      for (const [id, upload] of call.uploads ?? []) {
        this.#uploads.delete(id)
        upload.finish(null)
      }
      try {
        this.#answer(message, outcome)
      } catch (error) {
        // The result could not be encoded, but an error message can be.
        this.#rules.calls.failed++
        if (event) event.error = error
        const summary = 'An error occurred on the server while writing the result.'
        this.#answer(message, { error: this.#describe(summary, error, message) })
      }
      if (event) publishCallEnd(event)
      call.releaseSlot?.()
      this.#connection.adjustInput()
    }
    const fail = (summary: string) => (error: unknown) => {
      if (!call.isOver) this.#rules.calls.failed++
      if (event) event.error ??= error
      end({ error: this.#describe(summary, error, message) })
    }

    let args = call.uploads ? [...call.uploads.values(), ...message.arguments] : message.arguments
    try {
      if (method.parse) args = method.parse(args)
    } catch (error) {
      const text = `The hub ${this.#rules.path} got wrong arguments for the method '${target}'. ${String(error)}`
      const refused = error instanceof HubError ? error : new CallRefused(text, { cause: error })
      fail(`Failed to invoke '${target}' due to an error on the server.`)(refused)
      return
    }
    const name = () => `The method '${target}' of the hub ${this.#rules.path}`
    const failed = fail(`An unexpected error occurred invoking '${target}' on the server.`)
    const succeed = (result: unknown) => {
      if (!isItemStream(result)) return end({ result })
      failed(new TypeError(`${name()} returned a stream. Declare it by method({ streams: true }, …).`))
    }
    try {
      const returned = event
        ? diagnosticsChannels.call.start.runStores(event, () => method.handler(call, ...(args as never[])))
        : method.handler(call, ...(args as never[]))
      if (event) diagnosticsChannels.call.end.publish(event)
      if (method.streams) {
        const finish = (error?: { reason: unknown }) => {
          if (error) fail('An error occurred on the server while streaming results.')(error.reason)
          else end({})
        }
        const report = (error: unknown) => this.#report(error, message)
        const id = invocationId as string
        const stream = { invocationId: id, name: name(), call, connection: this.#connection, finish, report }
        sendStreamItems(returned as Iterable<unknown> | Promise<Iterable<unknown>>, stream)
      } else if (isPromiseLike(returned)) returned.then(succeed, failed)
      else succeed(returned)
    } catch (error) {
      failed(error)
    }
  }

  #createEvent({ target, trace }: Invocation | StreamInvocation): CallEvent {
    const { id, identity } = this.#connection
    return {
      hub: this.#rules.path,
      connectionId: id,
      userId: identity.userId,
      method: target,
      trace,
      startedAt: performance.now(),
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

  #report(error: unknown, { target }: Invocation | StreamInvocation): void {
    const { id, identity } = this.#connection
    this.#rules.report(error, { connectionId: id, userId: identity.userId, method: target })
  }

  /** Returns the error text for the client. Reports the error unless it is meant for the client. */
  #describe(summary: string, error: unknown, message: Invocation | StreamInvocation): string {
    if (!(error instanceof HubError)) this.#report(error, message)
    return describeFailure(summary, error, this.#rules.detailedErrors)
  }

  /** Sends the end of a call. Throws when its result cannot be encoded. */
  #answer(message: Invocation | StreamInvocation, outcome: Outcome): void {
    const { invocationId } = message
    if (invocationId === undefined) return
    this.#connection.send(this.#connection.protocol.encode({ type: 3, invocationId, ...outcome }))
  }
}

function isPromiseLike(value: unknown): value is PromiseLike<unknown> {
  return typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function'
}
