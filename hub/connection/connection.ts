import { Call } from '../calls/call.ts'
import { ClientCalls } from '../calls/client-calls.ts'
import { createCloseMessage } from '../calls/describe-failure.ts'
import { ClientResultFailed, ConnectionLost, SlowReader } from '../errors.ts'
import type { ReceivedRequest } from '../http/client-request.ts'
import type { ConnectionOptionsWithToken } from '../http/http-endpoint.ts'
import type { EncodedMessage } from '../protocols/encoded-message.ts'
import { encodeHandshakeResponse } from '../protocols/handshake.ts'
import { jsonProtocol } from '../protocols/json.ts'
import { type HubMessage, isPartOfCall } from '../protocols/messages.ts'
import { PendingBytes } from '../protocols/pending-bytes.ts'
import type { Protocol } from '../protocols/protocol.ts'
import type { CloseOptions, InvokeOptions } from '../routing/local-connections.ts'
import type { Router } from '../routing/router.ts'
import type { Transport, TransportName } from '../transports/transport.ts'
import { type AcceptedHandshake, acceptHandshake } from './accept-handshake.ts'
import { BaseConnection } from './base-connection.ts'
import type { ConnectionHost, HubProtocolConnection } from './connection-host.ts'
import { OutgoingMessages } from './outgoing-messages.ts'
import { ReconnectBuffer } from './reconnect-buffer.ts'
import { type ConnectionPhase, chooseTimeoutAction } from './timeout-action.ts'

/**
 * The connection of one client. It begins with negotiation, or with a WebSocket without negotiation. It uses one
 * transport, or several WebSockets one after the other.
 */
export class Connection extends BaseConnection implements HubProtocolConnection {
  /** Whether a new WebSocket may resume the connection. True when a message shows that the client got the handshake. */
  isResumable = false
  transportName: TransportName | null = null
  /** The protocol of the handshake. */
  protocol: Protocol = jsonProtocol
  /** The names of the connection's groups, null while the connection has none. */
  groups: Set<string> | null = null
  readonly #hub: ConnectionHost
  readonly #outgoing = new OutgoingMessages()
  #phase: ConnectionPhase = 'waiting'
  /**
   * Bytes that cannot be read yet: a part of a handshake or of a message, or bytes that arrive before `onConnected` has
   * ended. Null while there are none, which saves memory, because most connections are idle.
   */
  #unreadBytes: PendingBytes | null = null
  /** The time at which the connection was created, or at which its transport was last attached or lost. */
  #phaseSince: number
  #lastReceived = 0
  #hasPinged = false
  #isPaused = false
  #calls: ClientCalls | null = null
  #lifetime: Call | null = null
  #endedBy: Error | undefined

  constructor(hub: ConnectionHost, options: ConnectionOptionsWithToken) {
    super(options)
    this.#hub = hub
    this.#phaseSince = hub.now
  }

  get transport(): Transport | null {
    return this.#outgoing.transport
  }

  get router(): Router {
    return this.#hub.router
  }

  get lifetime(): Call {
    this.#lifetime ??= new Call(this, this.trace)
    if (this.#phase === 'ended') this.#lifetime.cancel('The client is gone.')
    return this.#lifetime
  }

  /** Whether the handshake is done. */
  get #hasProtocol(): boolean {
    return this.#phase === 'connecting' || this.#phase === 'open'
  }

  get #clientCalls(): ClientCalls {
    this.#calls ??= new ClientCalls(this, this.#hub)
    return this.#calls
  }

  attach(transport: Transport, request: ReceivedRequest): void {
    const previous = this.#outgoing.transport
    this.#outgoing.attach(transport)
    this.transportName = transport.name
    this.request = request
    previous?.destroy()
    if (this.#phase === 'ended') transport.destroy()
    this.#phaseSince = this.#lastReceived = this.#hub.now
    if (this.#phase === 'waiting') this.#phase = 'handshake'
    // The messages in these bytes have not been acknowledged, so a reconnected client sends them again.
    this.#unreadBytes = null
    if (this.#hasProtocol) this.#outgoing.awaitResume()
    this.adjustInput()
  }

  stop(): void {
    this.#end(undefined)
  }

  send(message: EncodedMessage): void {
    if (this.#phase === 'ended') return
    this.#hub.messages.sent++
    if (this.#outgoing.send(message, this.#hub.limits, this.#hub.now)) return
    this.#drop(new SlowReader(`More than ${this.#hub.limits.pendingBytes} bytes wait for the client.`))
  }

  get isCongested(): boolean {
    return this.#phase !== 'ended' && this.#outgoing.isCongested(this.#hub.limits)
  }

  writable(): Promise<void> {
    return this.isCongested ? this.#outgoing.writable() : Promise.resolve()
  }

  invoke(method: string, args: unknown[], options: InvokeOptions): Promise<unknown> {
    if (this.#phase === 'ended') return Promise.reject(new ClientResultFailed('The client is gone.', 'gone'))
    if (this.#phase === 'connecting') {
      // The hub reads no results before `onConnected` has ended, so `onConnected` would wait for ever.
      return Promise.reject(new ClientResultFailed('A client returns results only after onConnected has ended.'))
    }
    return this.#clientCalls.invoke(method, args, options)
  }

  close(error: Error | undefined, options: CloseOptions): void {
    if (this.#phase === 'ended') return
    if (this.#hasProtocol && !this.#outgoing.awaitsResume) {
      const message = createCloseMessage(error, options, this.#hub.detailedErrors)
      this.#outgoing.sendUncounted(this.protocol.encode(message), this.#hub.now)
    }
    this.#end(error)
  }

  received(chunk: Buffer): void {
    this.#lastReceived = this.#hub.now
    if (this.#outgoing.buffer) this.isResumable = true
    if (this.#outgoing.isOnHold) this.#outgoing.release(this.protocol, this.#hub.now)
    if (this.#phase === 'open') this.#read(chunk)
    else if (this.#phase === 'handshake') this.#handleHandshake(this.#unreadBytes?.finish(chunk) ?? chunk)
    else if (this.#phase === 'connecting') this.#keepUnread(chunk)
  }

  drained(): void {
    if (!this.isCongested) this.#outgoing.wake()
    this.#calls?.advance()
  }

  failed(transport: Transport, error: Error): void {
    if (transport === this.#outgoing.transport) this.#end(error)
  }

  closed(transport: Transport, graceful: boolean): void {
    if (transport !== this.#outgoing.transport) return
    if (this.#phase === 'ended') {
      this.#hub.transportClosed(this)
      return
    }
    this.#outgoing.transport = null
    this.#phaseSince = this.#hub.now
    if (!graceful && this.isResumable) return
    this.#end(graceful ? undefined : new ConnectionLost('The connection ended without a goodbye.'))
  }

  adjustInput(): void {
    // When the phase is `open`, the unread bytes are a part of one message, and reading must continue.
    const unreadBytes = this.#phase === 'open' ? 0 : (this.#unreadBytes?.length ?? 0)
    // A reconnected client gets no message before its Sequence message has been read.
    const mayPauseForCalls = !this.#outgoing.buffer?.awaitsSequence
    const isPaused =
      unreadBytes > this.#hub.limits.highWaterBytes || (mayPauseForCalls && (this.#calls?.isCongested ?? false))
    if (isPaused === this.#isPaused || this.#phase === 'ended') return
    this.#isPaused = isPaused
    this.#lastReceived = this.#hub.now
    if (isPaused) this.#outgoing.transport?.pause()
    else this.#outgoing.transport?.resume()
  }

  /** Checks the timeouts, pings and acknowledges. Called at each heartbeat. */
  tick(now: number): void {
    const { limits } = this.#hub
    const { transport, buffer } = this.#outgoing
    transport?.tick(now)
    const expired = chooseTimeoutAction(
      {
        phase: this.#phase,
        phaseMs: now - this.#phaseSince,
        hasTransport: transport !== null,
        awaitsSequence: buffer?.awaitsSequence ?? false,
        silentMs: this.#hasPinged && !this.#isPaused ? now - this.#lastReceived : 0,
        validMs: (this.identity.expiresAt ?? Number.POSITIVE_INFINITY) - now,
      },
      limits,
    )
    if (expired?.action === 'end') this.#end(expired.reason)
    else if (expired?.action === 'refuse') this.#refuse(expired.reason)
    else if (expired?.action === 'drop') this.#drop(expired.reason)
    else if (expired?.action === 'close') this.close(expired.reason, { allowReconnect: true })
    else if (this.#hasProtocol) {
      const slowReader = this.#outgoing.tick(this.protocol, limits, now)
      if (slowReader) this.#drop(slowReader)
    }
  }

  #handleHandshake(bytes: Buffer): void {
    let handshake: AcceptedHandshake | null
    try {
      handshake = acceptHandshake(bytes, this.#hub.protocols, this)
    } catch (error) {
      this.#refuse(error as Error)
      return
    }
    this.#keepUnread(handshake ? handshake.rest : bytes)
    if (handshake) this.#connect(handshake)
  }

  #connect({ protocol, version }: AcceptedHandshake): void {
    this.protocol = protocol
    this.#outgoing.sendUncounted(encodeHandshakeResponse(), this.#hub.now)
    if (version === 2) {
      this.#outgoing.buffer = new ReconnectBuffer()
      // Holds messages back until the client's first message, because the client does not count messages before that.
      this.#outgoing.isOnHold = true
    }
    this.#phase = 'connecting'
    const ready = this.#hub.connected(this)
    if (!ready) this.#open()
    ready?.then(
      () => this.#open(),
      (error) => this.close(error, { allowReconnect: false }),
    )
  }

  /**
   * Keeps bytes that cannot be read yet. Reading pauses at a limit, so a Close message beyond the limit is not noticed.
   */
  #keepUnread(bytes: Buffer): void {
    this.#unreadBytes ??= new PendingBytes()
    this.#unreadBytes.append(bytes)
    this.adjustInput()
  }

  #open(): void {
    if (this.#phase === 'ended') return void this.#hub.disconnected(this, this.#endedBy)
    this.#phase = 'open'
    const end = Buffer.alloc(0)
    this.#read(this.#unreadBytes?.finish(end) ?? end)
  }

  /** Answers a handshake with an error, and ends the connection. */
  #refuse(error: Error): void {
    this.#outgoing.sendUncounted(encodeHandshakeResponse(error.message), this.#hub.now)
    this.#end(error)
  }

  #read(chunk: Buffer): void {
    this.#unreadBytes ??= new PendingBytes()
    try {
      for (const message of this.protocol.read(chunk, this.#unreadBytes, this.#hub.limits.messageBytes)) {
        this.#hub.messages.received++
        if (!this.#outgoing.buffer || this.#outgoing.buffer.accept(message)) this.#handle(message)
        if ((this.#phase as ConnectionPhase) === 'ended') return
      }
    } catch (error) {
      this.close(error as Error, { allowReconnect: true })
    }
    if (this.#unreadBytes?.length === 0) this.#unreadBytes = null
    this.adjustInput()
  }

  #handle(message: HubMessage): void {
    if (isPartOfCall(message)) this.#clientCalls.handle(message)
    else if (message.type === 6) this.#hasPinged = true
    else if (message.type === 7) this.close(undefined, { allowReconnect: false })
    else if (message.type === 8) this.drained()
  }

  /** Ends at once, without a Close message, because the client would not receive it. */
  #drop(error: Error): void {
    const { transport } = this.#outgoing
    this.#end(error)
    transport?.destroy()
  }

  #end(error: Error | undefined): void {
    if (this.#phase === 'ended') return
    const wasOpen = this.#phase === 'open'
    this.#phase = 'ended'
    this.#endedBy = error
    this.#outgoing.buffer = null
    this.#unreadBytes = null
    this.#lifetime?.cancel('The client is gone.')
    this.#calls?.cancelAll()
    this.#outgoing.wake()
    this.#hub.ended(this, error)
    this.transport?.end()
    if (wasOpen) this.#hub.disconnected(this, error)
  }
}
