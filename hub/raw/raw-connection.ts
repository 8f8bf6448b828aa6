import { UploadStream } from '../calls/upload-stream.ts'
import { BaseConnection } from '../connection/base-connection.ts'
import type { ConnectionOwner, EndpointConnection } from '../connection/connection-host.ts'
import { OutgoingMessages } from '../connection/outgoing-messages.ts'
import { AuthenticationExpired, ConnectionLost, SlowReader } from '../errors.ts'
import type { ReceivedRequest } from '../http/client-request.ts'
import type { ConnectionOptionsWithToken } from '../http/http-endpoint.ts'
import { EncodedMessage } from '../protocols/encoded-message.ts'
import { jsonProtocol } from '../protocols/json.ts'
import { reportUnlessAwaited } from '../report-unless-awaited.ts'
import type { Transport, TransportName } from '../transports/transport.ts'
import type { ClientConnection, ConnectionHandler, RawRequest } from './client-connection.ts'

/** The handler and the message format that the application defines for raw connections. */
export interface RawConnectionDefinition {
  readonly handler: ConnectionHandler
  /** The kind of the WebSocket messages to the clients. */
  readonly format: 'text' | 'binary'
}

/** A connection of `HubServer.mapConnections`. It begins with its transport and has no handshake. */
export class RawConnection extends BaseConnection implements EndpointConnection {
  readonly isResumable = false
  transportName: TransportName | null = null
  readonly #endpoint: ConnectionOwner
  readonly #rules: RawConnectionDefinition
  readonly #outgoing = new OutgoingMessages()
  readonly #received: UploadStream
  readonly #since: number
  readonly #lifetime = new AbortController()
  #isEnded = false
  #isPaused = false

  constructor(endpoint: ConnectionOwner, rules: RawConnectionDefinition, options: ConnectionOptionsWithToken) {
    super({ ...options, stateful: false })
    this.#endpoint = endpoint
    this.#rules = rules
    this.#since = endpoint.now
    this.#received = new UploadStream(endpoint.limits.uploadBufferItems, () => this.#adjustInput())
  }

  get transport(): Transport | null {
    return this.#outgoing.transport
  }

  attach(transport: Transport, request: ReceivedRequest): void {
    this.#outgoing.attach(transport)
    this.transportName = transport.name
    if (this.#isEnded) {
      transport.destroy()
      return
    }
    this.#endpoint.opened(this)
    void this.#serve(Object.assign(request, { transport: transport.name }))
  }

  stop(): void {
    this.#end(undefined)
  }

  #send(data: string | Uint8Array): void {
    if (this.#isEnded) return
    // A copy, because the message may wait for the client while the application uses its bytes again.
    const bytes = Buffer.from(data)
    const message = new EncodedMessage(bytes, this.#rules.format)
    this.#endpoint.messages.sent++
    if (this.#outgoing.send(message, this.#endpoint.limits, this.#endpoint.now)) return
    this.#drop(new SlowReader(`More than ${this.#endpoint.limits.pendingBytes} bytes wait for the client.`))
  }

  get #isCongested(): boolean {
    return !this.#isEnded && this.#outgoing.isCongested(this.#endpoint.limits)
  }

  close(error?: Error): void {
    this.#end(error)
  }

  received(chunk: Buffer): void {
    this.#endpoint.messages.received++
    this.#received.push(chunk)
    this.#adjustInput()
  }

  drained(): void {
    if (!this.#isCongested) this.#outgoing.wake()
  }

  failed(_transport: Transport, error: Error): void {
    this.#end(error)
  }

  closed(_transport: Transport, graceful: boolean): void {
    if (this.#isEnded) {
      this.#endpoint.transportClosed(this)
      return
    }
    this.#outgoing.transport = null
    this.#end(graceful ? undefined : new ConnectionLost('The connection ended without a goodbye.'))
  }

  #adjustInput(): void {
    const isPaused = this.#received.isFull
    if (isPaused === this.#isPaused || this.#isEnded) return
    this.#isPaused = isPaused
    if (isPaused) this.transport?.pause()
    else this.transport?.resume()
  }

  tick(now: number): void {
    const { limits } = this.#endpoint
    this.transport?.tick(now)
    if (this.transportName === null) {
      if (now - this.#since >= limits.idleTimeoutMs) this.#end(undefined)
    } else if (now >= (this.identity.expiresAt ?? Number.POSITIVE_INFINITY)) {
      this.#end(new AuthenticationExpired('The proof of identity is no longer valid.'))
    } else {
      const slowReader = this.#outgoing.tick(jsonProtocol, limits, now)
      if (slowReader) this.#drop(slowReader)
    }
  }

  async #serve(request: RawRequest): Promise<void> {
    try {
      await this.#rules.handler(this.#handle(request))
      this.#end(undefined)
    } catch (error) {
      this.#report(error)
      this.#end(error instanceof Error ? error : new Error(String(error)))
    }
  }

  #handle(request: RawRequest): ClientConnection {
    return {
      connectionId: this.id,
      userId: this.identity.userId,
      identity: this.identity,
      request,
      signal: this.#lifetime.signal,
      send: (data) => reportUnlessAwaited(this.#sendWhenWritable(data), (error) => this.#report(error)),
      close: () => this.close(),
      [Symbol.asyncIterator]: () => this.#received as AsyncIterableIterator<Buffer>,
    }
  }

  async #sendWhenWritable(data: string | Uint8Array): Promise<void> {
    this.#send(data)
    if (this.#isCongested) await this.#outgoing.writable()
  }

  #report(error: unknown): void {
    this.#endpoint.report(error, { connectionId: this.id, userId: this.identity.userId })
  }

  /** Ends at once and drops all unsent data, because the client would not receive it. */
  #drop(error: Error): void {
    const { transport } = this
    this.#end(error)
    transport?.destroy()
  }

  #end(error: Error | undefined): void {
    if (this.#isEnded) return
    this.#isEnded = true
    this.#lifetime.abort()
    this.#received.finish(null)
    this.#outgoing.wake()
    this.#endpoint.ended(this, error)
    this.transport?.end()
  }
}
