import type { AnyClient } from '../client-methods.ts'
import type { CallContext, CallerClients, ConnectionData, Groups } from '../context.ts'
import type { ConnectionRequest, ReceivedRequest } from '../http/client-request.ts'
import type { Identity } from '../http/http-endpoint.ts'
import { createCallerContext } from '../routing/client-proxies.ts'
import type { TraceContext } from '../trace-context.ts'
import type { TransportName } from '../transports/transport.ts'
import type { CallerConnection } from './caller-connection.ts'
import type { UploadStream } from './upload-stream.ts'

/**
 * The context of one call of a hub method, or of a connection in `onConnected` and `onDisconnected`. Its parts are
 * created when they are first used.
 */
export class Call implements CallContext {
  readonly trace: TraceContext | undefined
  readonly #connection: CallerConnection
  #controller: AbortController | undefined
  #context: { clients: CallerClients<AnyClient>; groups: Groups } | undefined
  /** Releases the slot that the call uses (`limits.parallelInvocations`). Undefined when the call uses no slot. */
  releaseSlot: (() => void) | undefined
  /** The streams that the client uploads for this call, by their ids. */
  uploads: Map<string, UploadStream> | undefined
  /** Runs when the call is cancelled, to end other work of the call, such as a stream. */
  onAbort: (() => void) | undefined
  /** Whether the call has ended. */
  isOver = false
  #isAborted = false

  constructor(connection: CallerConnection, trace: TraceContext | undefined) {
    this.#connection = connection
    this.trace = trace
  }

  get connectionId(): string {
    return this.#connection.id
  }

  get userId(): string | undefined {
    return this.#connection.identity.userId
  }

  get identity(): Identity {
    return this.#connection.identity
  }

  get request(): ConnectionRequest {
    const { request, transportName, protocol } = this.#connection
    return Object.assign(request as ReceivedRequest, {
      transport: transportName as TransportName,
      protocol: protocol.name,
    })
  }

  get items(): Map<unknown, unknown> {
    return this.#connection.items
  }

  get data(): ConnectionData {
    return this.#connection.data
  }

  get signal(): AbortSignal {
    if (!this.#controller) {
      this.#controller = new AbortController()
      if (this.#isAborted) this.#controller.abort()
    }
    return this.#controller.signal
  }

  get clients(): CallerClients<AnyClient> {
    return this.#callerContext.clients
  }

  get groups(): Groups {
    return this.#callerContext.groups
  }

  abort(): void {
    this.#connection.close(undefined, { allowReconnect: false })
  }

  /**
   * Cancels the call, because the client has cancelled it or has disconnected.
   * @param reason the message of the error with which the uploads of the call reject
   */
  cancel(reason: string): void {
    if (this.#isAborted) return
    this.#isAborted = true
    this.#controller?.abort()
    for (const upload of this.uploads?.values() ?? []) upload.finish(reason)
    this.onAbort?.()
  }

  get #callerContext() {
    // A call that waits for the result of a client releases its slot, because the client may have to call this server
    // first.
    this.#context ??= createCallerContext(this.#connection.router, this.connectionId, () => this.releaseSlot?.())
    return this.#context
  }
}
