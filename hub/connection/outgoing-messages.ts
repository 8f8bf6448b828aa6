import { SlowReader } from '../errors.ts'
import type { Limits } from '../limits.ts'
import type { EncodedMessage } from '../protocols/encoded-message.ts'
import type { Protocol } from '../protocols/protocol.ts'
import type { Transport } from '../transports/transport.ts'
import type { ReconnectBuffer } from './reconnect-buffer.ts'

/**
 * How long messages stay on hold while the client sends nothing after the handshake. The time is two heartbeats long,
 * because the first heartbeat may come directly after the handshake.
 */
const HOLD_MS = 2_000

/** The encoded Ping of each protocol, shared by all connections. */
const pings = new Map<Protocol, EncodedMessage>()

/**
 * The messages to one client. Sends the messages, repeats them, acknowledges the messages of the client, and measures
 * how fast the client reads.
 */
export class OutgoingMessages {
  transport: Transport | null = null
  /** The buffer of unacknowledged messages. Null without stateful reconnect. */
  buffer: ReconnectBuffer | null = null
  /** Whether calls, items and completions stay in the buffer until the client has sent a message on this transport. */
  isOnHold = false
  /** The time of the heartbeat before the most recently sent message. */
  #lastSentAt = 0
  /**
   * The value of the transport's `sentBytes`, and the time of its last change. Null when nothing was pending at the
   * last heartbeat.
   */
  #stall: { sentBytes: number; since: number } | null = null
  #nextWake: PromiseWithResolvers<void> | null = null

  /**
   * Continues over another transport. Messages that the previous transport has not sent are lost, unless they are in
   * the buffer.
   */
  attach(transport: Transport): void {
    this.transport = transport
    this.#stall = null
  }

  /**
   * Sends a message of a call. The buffer keeps the message, so that a stateful reconnect can repeat it.
   * @returns whether the pending bytes are within `limits.pendingBytes`
   */
  send(message: EncodedMessage, limits: Limits, now: number): boolean {
    this.buffer?.add(message)
    if (this.transport && !this.isOnHold) this.sendUncounted(message, now)
    return this.#waitingBytes <= limits.pendingBytes
  }

  /** Sends a Ping, Close, Ack or Sequence message, which no reconnect repeats. */
  sendUncounted(message: EncodedMessage, now: number): void {
    this.#lastSentAt = now
    this.transport?.send(message)
  }

  /** Sends the messages on hold. After a reconnect, these are the messages that the client has not acknowledged. */
  release(protocol: Protocol, now: number): void {
    this.isOnHold = false
    if (!this.buffer) return
    const { awaitsSequence, sequenceId, unacknowledged } = this.buffer
    if (awaitsSequence) this.sendUncounted(protocol.encode({ type: 9, sequenceId }), now)
    for (const message of unacknowledged) this.sendUncounted(message, now)
  }

  /**
   * Sends nothing on a new WebSocket until the client has sent its Sequence message. After a timeout, Microsoft's
   * client opens two WebSockets: a silent one for the previous connection, and one with a new handshake. The client
   * throws when the silent WebSocket gets a message before the handshake response.
   */
  awaitResume(): void {
    this.buffer?.expectSequence()
    this.isOnHold = true
  }

  /** Whether a client has reconnected, but has not sent its Sequence message. */
  get awaitsResume(): boolean {
    return this.isOnHold && (this.buffer?.awaitsSequence ?? false)
  }

  /** Whether senders and streams should wait. */
  isCongested(limits: Limits): boolean {
    if (this.buffer && this.buffer.bytes > limits.reconnectBufferBytes) return true
    return this.transport !== null && this.transport.pendingBytes > limits.highWaterBytes
  }

  /**
   * Resolves at the next `wake`. All waiting senders share one promise, because a stalled client may have thousands of
   * waiting senders.
   */
  writable(): Promise<void> {
    this.#nextWake ??= Promise.withResolvers()
    return this.#nextWake.promise
  }

  /** Resolves the `writable` promise. */
  wake(): void {
    this.#nextWake?.resolve()
    this.#nextWake = null
  }

  /**
   * Sends acknowledgements and pings, once a heartbeat. Long polling needs neither.
   * @returns an error when messages were pending for `limits.sendTimeoutMs` and the client has read none of them
   */
  tick(protocol: Protocol, limits: Limits, now: number): SlowReader | null {
    if (!this.transport || this.transport.name === 'LongPolling') return null
    if (this.#stalledMs(this.transport, now) >= limits.sendTimeoutMs) {
      return new SlowReader(`The client took nothing for ${limits.sendTimeoutMs} ms.`)
    }
    if (this.awaitsResume) return null
    if (this.isOnHold && now - this.#lastSentAt >= HOLD_MS) this.release(protocol, now)
    const sequenceId = this.buffer?.takeAcknowledgement()
    if (sequenceId) this.sendUncounted(protocol.encode({ type: 8, sequenceId }), now)
    if (now - this.#lastSentAt >= limits.keepAliveMs) this.sendUncounted(pingIn(protocol), now)
    return null
  }

  /** Returns for how long messages have been pending without any progress. Called once a heartbeat. */
  #stalledMs(transport: Transport, now: number): number {
    // `sentBytes` is expensive to read, and usually nothing is pending.
    const sentBytes = transport.pendingBytes > 0 ? transport.sentBytes : null
    if (sentBytes === null) this.#stall = null
    else if (sentBytes !== this.#stall?.sentBytes) this.#stall = { sentBytes, since: now }
    return this.#stall ? now - this.#stall.since : 0
  }

  get #waitingBytes(): number {
    return Math.max(this.transport?.pendingBytes ?? 0, this.buffer?.bytes ?? 0)
  }
}

function pingIn(protocol: Protocol): EncodedMessage {
  let ping = pings.get(protocol)
  if (!ping) {
    ping = protocol.encode({ type: 6 })
    pings.set(protocol, ping)
  }
  return ping
}
