import { Call } from '../calls/call.ts'
import { Calls } from '../calls/calls.ts'
import { closeMessage } from '../calls/failure-text.ts'
import { ClientResultFailed, ConnectionLost, SlowReader } from '../errors.ts'
import type { HttpConnection, Identity } from '../http/connections.ts'
import type { EncodedMessage } from '../protocols/encoded-message.ts'
import { encodeHandshakeResponse } from '../protocols/handshake.ts'
import { jsonProtocol } from '../protocols/json.ts'
import { type HubMessage, isCallMessage } from '../protocols/messages.ts'
import { PendingBytes } from '../protocols/pending-bytes.ts'
import type { MessageReader, Protocol } from '../protocols/protocol.ts'
import type { AskOptions, Router } from '../routing/router.ts'
import type { Transport, TransportName } from '../transports/transport.ts'
import { type Agreement, agreeOnProtocol } from './agree-on-protocol.ts'
import type { ConnectionHub } from './connection-hub.ts'
import { Outgoing } from './outgoing.ts'
import { overdue, type State } from './overdue.ts'
import { ReconnectBuffer } from './reconnect-buffer.ts'

/** One client of a hub, from negotiate or a bare WebSocket to the end, over one transport or several WebSockets. */
export class Connection implements HttpConnection {
  readonly id: string
  readonly token: string
  readonly address: string
  identity: Identity
  /** Whether a WebSocket may take over from the one before. */
  stateful: boolean
  transportName: TransportName | null = null
  /** What the handshake agreed on. */
  protocol: Protocol = jsonProtocol
  /** Names of the groups it is in; made with the first. */
  groups: Set<string> | null = null
  readonly #hub: ConnectionHub
  readonly #outgoing = new Outgoing()
  #state: State = 'waiting'
  #reader: MessageReader | null = null
  /** Bytes that came too early: part of a handshake, or before onConnected was through. */
  #early: PendingBytes | null = null
  /** When the state, or the absence of a transport, began. */
  #since: number
  #lastReceived = 0
  #hasPinged = false
  #isPaused = false
  #calls: Calls | null = null
  #lifetime: Call | null = null
  #endedBy: Error | undefined

  constructor(
    hub: ConnectionHub,
    options: { id: string; token: string; stateful: boolean; identity: Identity; address: string },
  ) {
    this.#hub = hub
    this.id = options.id
    this.token = options.token
    this.stateful = options.stateful
    this.identity = options.identity
    this.address = options.address
    this.#since = hub.now
  }

  get transport(): Transport | null {
    return this.#outgoing.transport
  }

  get router(): Router {
    return this.#hub.router
  }

  /** Whether the handshake is done, and hub messages go both ways. */
  get #isAgreed(): boolean {
    return this.#state === 'connecting' || this.#state === 'open'
  }

  get #callsOfClient(): Calls {
    this.#calls ??= new Calls(this, this.#hub)
    return this.#calls
  }

  attach(transport: Transport): void {
    const before = this.#outgoing.transport
    this.#outgoing.attach(transport, this.#hub.now)
    this.transportName = transport.name
    before?.destroy()
    if (this.#state === 'over') transport.destroy()
    this.#since = this.#lastReceived = this.#hub.now
    if (this.#state === 'waiting') this.#state = 'handshake'
    // None of it has been counted, so a client that comes back sends it again.
    this.#early = null
    this.adjustInput()
    if (!this.#isAgreed) return
    this.#reader = this.protocol.createReader(this.#hub.limits.messageBytes)
    if (this.#isPaused) transport.pause()
    this.#outgoing.resume(this.protocol, this.#hub.now)
  }

  renew(identity: Identity): void {
    this.identity = identity
  }

  stop(): void {
    this.#end(undefined)
  }

  /** Sends a call, an item or a completion. A client with too much waiting for it is dropped. */
  send(message: EncodedMessage): void {
    if (this.#state === 'over') return
    this.#hub.messages.sent++
    if (this.#outgoing.send(message, this.#hub.limits, this.#hub.now)) return
    this.#drop(new SlowReader(`More than ${this.#hub.limits.pendingBytes} bytes wait for the client.`))
  }

  get isCongested(): boolean {
    return this.#state !== 'over' && this.#outgoing.isCongested(this.#hub.limits)
  }

  /** Resolves when the client can take more, or is gone. */
  writable(): Promise<void> {
    return this.isCongested ? this.#outgoing.writable() : Promise.resolve()
  }

  /** Calls a method of the client and waits for the result. @throws {ClientResultFailed} */
  ask(method: string, args: unknown[], options: AskOptions): Promise<unknown> {
    if (this.#state === 'over') return Promise.reject(new ClientResultFailed('The client is gone.'))
    return this.#callsOfClient.ask(method, args, options)
  }

  /** Says goodbye and ends. `allowReconnect`: whether the client may come back by itself. */
  close(error: Error | undefined, { allowReconnect }: { allowReconnect: boolean }): void {
    if (this.#state === 'over') return
    if (this.#isAgreed) {
      const goodbye = closeMessage(error, { detailedErrors: this.#hub.detailedErrors, allowReconnect })
      this.#outgoing.sendUncounted(this.protocol.encode(goodbye), this.#hub.now)
    }
    this.#end(error)
  }

  received(chunk: Buffer): void {
    this.#lastReceived = this.#hub.now
    const wasHeld = this.#outgoing.isHeld
    if (this.#state === 'open') this.#read(chunk)
    else if (this.#state === 'handshake') this.#shakeHands(this.#early?.finish(chunk) ?? chunk)
    else if (this.#state === 'connecting') this.#keep(chunk)
    if (wasHeld) this.#outgoing.release(this.#hub.now)
  }

  drained(): void {
    if (!this.isCongested) this.#outgoing.wake()
    this.#calls?.advance()
  }

  closed(transport: Transport, graceful: boolean): void {
    if (transport !== this.#outgoing.transport) return
    if (this.#state === 'over') {
      this.#hub.settled(this)
      return
    }
    this.#outgoing.transport = null
    this.#since = this.#hub.now
    if (!graceful && this.#outgoing.buffer) return
    this.#end(graceful ? undefined : new ConnectionLost('The connection ended without a goodbye.'))
  }

  /** Lets the client send on, or not yet, by how far its calls have come. */
  adjustInput(): void {
    const isPaused = (this.#early?.length ?? 0) > this.#hub.limits.highWaterBytes || (this.#calls?.isCongested ?? false)
    if (isPaused === this.#isPaused || this.#state === 'over') return
    this.#isPaused = isPaused
    this.#lastReceived = this.#hub.now
    if (isPaused) this.#outgoing.transport?.pause()
    else this.#outgoing.transport?.resume()
  }

  /** Once a heartbeat: everything that time brings about. */
  tick(now: number): void {
    const { limits } = this.#hub
    const { transport, buffer } = this.#outgoing
    transport?.tick(now)
    const late = overdue(
      {
        state: this.#state,
        waitedMs: now - this.#since,
        hasTransport: transport !== null,
        awaitsSequence: buffer?.awaitsSequence ?? false,
        silentMs: this.#hasPinged && !this.#isPaused ? now - this.#lastReceived : 0,
        validMs: (this.identity.expiresAt ?? Number.POSITIVE_INFINITY) - now,
      },
      limits,
    )
    if (late?.how === 'end') this.#end(late.why)
    else if (late?.how === 'refuse') this.#refuse(late.why)
    else if (late?.how === 'drop') this.#drop(late.why)
    else if (late?.how === 'close') this.close(late.why, { allowReconnect: true })
    else if (this.#isAgreed) {
      const stall = this.#outgoing.tend(this.protocol, limits, now)
      if (stall) this.#drop(stall)
    }
  }

  #shakeHands(bytes: Buffer): void {
    let agreement: Agreement | null
    try {
      agreement = agreeOnProtocol(bytes, { transport: this.transportName, stateful: this.stateful })
    } catch (error) {
      this.#refuse(error as Error)
      return
    }
    this.#keep(agreement ? agreement.rest : bytes)
    if (agreement) this.#connect(agreement)
  }

  #connect({ protocol, version }: Agreement): void {
    this.protocol = protocol
    this.#reader = protocol.createReader(this.#hub.limits.messageBytes)
    this.#outgoing.sendUncounted(encodeHandshakeResponse(), this.#hub.now)
    this.stateful &&= version === 2
    if (this.stateful) {
      this.#outgoing.buffer = new ReconnectBuffer()
      // The client counts from its first message on; what it got before would be counted here alone.
      this.#outgoing.isHeld = true
    }
    this.#state = 'connecting'
    this.#lifetime = new Call(this)
    const ready = this.#hub.connected(this, this.#lifetime)
    if (!ready) this.#open()
    ready?.then(
      () => this.#open(),
      (error) => this.close(error, { allowReconnect: false }),
    )
  }

  /** Keeps what cannot be read yet. Some of it, and no more, since a client that is not read cannot say that it goes. */
  #keep(bytes: Buffer): void {
    this.#early ??= new PendingBytes()
    this.#early.append(bytes)
    this.adjustInput()
  }

  #open(): void {
    if (this.#state === 'over') return void this.#goodbye()
    this.#state = 'open'
    this.adjustInput()
    const early = this.#early?.finish(Buffer.alloc(0))
    this.#early = null
    if (early) this.#read(early)
  }

  /** Answers a handshake that leads nowhere. */
  #refuse(error: Error): void {
    this.#outgoing.sendUncounted(encodeHandshakeResponse(error.message), this.#hub.now)
    this.#end(error)
  }

  #read(chunk: Buffer): void {
    try {
      for (const message of this.#reader?.read(chunk) ?? []) {
        this.#hub.messages.received++
        if (!this.#outgoing.buffer || this.#outgoing.buffer.accept(message)) this.#handle(message)
        if ((this.#state as State) === 'over') return
      }
    } catch (error) {
      this.close(error as Error, { allowReconnect: true })
    }
    this.adjustInput()
  }

  #handle(message: HubMessage): void {
    if (isCallMessage(message)) this.#callsOfClient.handle(message)
    else if (message.type === 6) this.#hasPinged = true
    else if (message.type === 7) this.close(undefined, { allowReconnect: false })
    else if (message.type === 8) this.drained()
  }

  /** Ends without a goodbye that would not arrive. */
  #drop(error: Error): void {
    const { transport } = this.#outgoing
    this.#end(error)
    transport?.destroy()
  }

  #end(error: Error | undefined): void {
    if (this.#state === 'over') return
    const wasOpen = this.#state === 'open'
    this.#state = 'over'
    this.#endedBy = error
    this.#outgoing.buffer = null
    this.#early = this.#reader = null
    this.#lifetime?.cancel('The client is gone.')
    this.#calls?.abandon()
    this.#outgoing.wake()
    this.#hub.ended(this, error)
    this.transport?.end()
    if (wasOpen) this.#goodbye()
  }

  #goodbye(): void {
    if (this.#lifetime) this.#hub.disconnected(this.#lifetime, this.#endedBy)
  }
}
