import { Call } from '../calls/call.ts'
import { UploadStream } from '../calls/upload-stream.ts'
import type { ConnectionHub, HubConnection } from '../connection/connection-hub.ts'
import { ConnectionProperties } from '../connection/connection-properties.ts'
import { OutgoingMessages } from '../connection/outgoing-messages.ts'
import { AuthenticationExpired, ClientResultFailed, ConnectionLost, SlowReader } from '../errors.ts'
import type { ReceivedRequest } from '../http/client-request.ts'
import type { ConnectionOptions } from '../http/http-hub.ts'
import { EncodedMessage } from '../protocols/encoded-message.ts'
import { jsonProtocol } from '../protocols/json.ts'
import type { Router } from '../routing/router.ts'
import type { Transport, TransportName } from '../transports/transport.ts'
import type { ClientConnection, ConnectionHandler } from './client-connection.ts'

/** The application's part of raw connections. */
export interface RawRules {
  readonly handler: ConnectionHandler
  /** The kind of the WebSocket messages to the clients. */
  readonly format: 'text' | 'binary'
}

/** A connection of `HubServer.mapConnections`. It begins with its transport and has no handshake. */
export class RawConnection extends ConnectionProperties implements HubConnection {
  readonly isResumable = false
  transportName: TransportName | null = null
  // The router counts the open connections, and sends nothing to raw ones.
  readonly protocol = jsonProtocol
  groups: Set<string> | null = null
  readonly #hub: ConnectionHub
  readonly #rules: RawRules
  readonly #outgoing = new OutgoingMessages()
  readonly #received: UploadStream
  readonly #since: number
  /** Null before the transport. */
  #lifetime: Call | null = null
  #isEnded = false
  #isPaused = false

  constructor(hub: ConnectionHub, rules: RawRules, options: ConnectionOptions) {
    super({ ...options, stateful: false })
    this.#hub = hub
    this.#rules = rules
    this.#since = hub.now
    this.#received = new UploadStream(hub.limits.uploadBufferItems, () => this.adjustInput())
  }

  get transport(): Transport | null {
    return this.#outgoing.transport
  }

  get router(): Router {
    return this.#hub.router
  }

  attach(transport: Transport, request: ReceivedRequest): void {
    this.#outgoing.attach(transport, this.#hub.now)
    this.transportName = transport.name
    this.request = request
    if (this.#isEnded) {
      transport.destroy()
      return
    }
    this.#lifetime = new Call(this, this.trace)
    void this.#serve(this.#lifetime)
  }

  stop(): void {
    this.#end(undefined)
  }

  send(message: EncodedMessage): void {
    if (this.#isEnded) return
    this.#hub.messages.sent++
    if (this.#outgoing.send(message, this.#hub.limits, this.#hub.now)) return
    this.#drop(new SlowReader(`More than ${this.#hub.limits.pendingBytes} bytes wait for the client.`))
  }

  get isCongested(): boolean {
    return !this.#isEnded && this.#outgoing.isCongested(this.#hub.limits)
  }

  writable(): Promise<void> {
    return this.isCongested ? this.#outgoing.writable() : Promise.resolve()
  }

  invoke(): Promise<unknown> {
    return Promise.reject(new ClientResultFailed('A raw connection has no methods.'))
  }

  close(error?: Error): void {
    this.#end(error)
  }

  received(chunk: Buffer): void {
    this.#hub.messages.received++
    this.#received.push(chunk)
    this.adjustInput()
  }

  drained(): void {
    if (!this.isCongested) this.#outgoing.wake()
  }

  closed(_transport: Transport, graceful: boolean): void {
    if (this.#isEnded) {
      this.#hub.transportClosed(this)
      return
    }
    this.#outgoing.transport = null
    this.#end(graceful ? undefined : new ConnectionLost('The connection ended without a goodbye.'))
  }

  adjustInput(): void {
    const isPaused = this.#received.isFull
    if (isPaused === this.#isPaused || this.#isEnded) return
    this.#isPaused = isPaused
    if (isPaused) this.transport?.pause()
    else this.transport?.resume()
  }

  tick(now: number): void {
    const { limits } = this.#hub
    this.transport?.tick(now)
    if (this.transportName === null) {
      if (now - this.#since >= limits.idleTimeoutMs) this.#end(undefined)
    } else if (now >= (this.identity.expiresAt ?? Number.POSITIVE_INFINITY)) {
      this.#end(new AuthenticationExpired('The proof of identity is no longer valid.'))
    } else {
      const slowReader = this.#outgoing.tick(this.protocol, limits, now)
      if (slowReader) this.#drop(slowReader)
    }
  }

  async #serve(lifetime: Call): Promise<void> {
    try {
      await this.#hub.connected(this, lifetime)
      await this.#rules.handler(this.#handle(lifetime))
      this.#end(undefined)
    } catch (error) {
      this.#hub.report(error)
      this.#end(error instanceof Error ? error : new Error(String(error)))
    }
  }

  #handle({ signal, request }: Call): ClientConnection {
    const send = (data: string | Uint8Array) => {
      const bytes =
        typeof data === 'string' ? Buffer.from(data) : Buffer.from(data.buffer, data.byteOffset, data.length)
      this.send(new EncodedMessage(bytes, this.#rules.format))
      return this.writable()
    }
    return {
      connectionId: this.id,
      userId: this.identity.userId,
      identity: this.identity,
      request,
      signal,
      send,
      close: () => this.close(),
      [Symbol.asyncIterator]: () => this.#received as AsyncIterableIterator<Buffer>,
    }
  }

  /** Ends at once, because the client would not receive what is still to be sent. */
  #drop(error: Error): void {
    const { transport } = this
    this.#end(error)
    transport?.destroy()
  }

  #end(error: Error | undefined): void {
    if (this.#isEnded) return
    this.#isEnded = true
    this.#lifetime?.cancel('The client is gone.')
    this.#received.finish(null)
    this.#outgoing.wake()
    this.#hub.ended(this, error)
    this.transport?.end()
  }
}
