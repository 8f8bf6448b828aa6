import { SlowReader } from '../errors.ts'
import type { Limits } from '../limits.ts'
import type { EncodedMessage } from '../protocols/encoded-message.ts'
import type { Protocol } from '../protocols/protocol.ts'
import type { Transport } from '../transports/transport.ts'
import type { ReconnectBuffer } from './reconnect-buffer.ts'

/** A client that says nothing after the handshake is not waited for any longer. Two heartbeats: the first may come at once. */
const HOLD_MS = 2_000

/** One for all connections. */
const pings = new Map<Protocol, EncodedMessage>()

/** What goes to one client: how much of it waits, since when, and what a reconnect would have to repeat. */
export class Outgoing {
  transport: Transport | null = null
  /** Kept with stateful reconnect alone. */
  buffer: ReconnectBuffer | null = null
  /** Counted messages stay in the buffer until the client counts, too. */
  isHeld = false
  /** The heartbeat at or after which something was sent last. */
  #lastSent = 0
  /** What the reader had taken at the last heartbeat; null when nothing waited for it. */
  #taken: number | null = null
  #lastTaken = 0
  #waiting: (() => void)[] | null = null

  /** Goes on over another transport. What the one before still held is lost with it, or in the buffer. */
  attach(transport: Transport, now: number): void {
    this.transport = transport
    this.#taken = null
    this.#lastTaken = now
  }

  /**
   * Sends a message that a reconnect repeats.
   * @returns whether the reader is still within `limits.pendingBytes`
   */
  send(message: EncodedMessage, limits: Limits, now: number): boolean {
    this.buffer?.add(message)
    if (this.transport && !this.isHeld) this.sendUncounted(message, now)
    return this.#waitingBytes <= limits.pendingBytes
  }

  /** Sends a ping, a close or an acknowledgement: nothing that would be missed. */
  sendUncounted(message: EncodedMessage, now: number): void {
    this.#lastSent = now
    this.transport?.send(message)
  }

  /** The client counts: what was held may go. */
  release(now: number): void {
    this.isHeld = false
    for (const message of this.buffer?.kept ?? []) this.sendUncounted(message, now)
  }

  /** A new WebSocket stands in for the one before: says where it goes on, and repeats what may not have arrived. */
  resume(protocol: Protocol, now: number): void {
    if (!this.buffer) return
    this.buffer.expectSequence()
    this.sendUncounted(protocol.encode({ type: 9, sequenceId: this.buffer.sequenceId }), now)
    this.release(now)
  }

  /** Whether senders should wait and streams should not be read on. */
  isCongested(limits: Limits): boolean {
    if (this.buffer && this.buffer.bytes > limits.reconnectBufferBytes) return true
    return this.transport !== null && this.transport.pending > limits.highWaterBytes
  }

  /** Resolves at the next `wake`. */
  writable(): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting ??= []
      this.#waiting.push(resolve)
    })
  }

  /** There is room again, or nothing to wait for any more. */
  wake(): void {
    const waiting = this.#waiting
    this.#waiting = null
    for (const resolve of waiting ?? []) resolve()
  }

  /**
   * Acknowledges and pings, once a heartbeat. On long polling the polls do that.
   * @returns why the reader should be dropped, when it has taken nothing for `limits.sendTimeoutMs` of what waits for it
   */
  tend(protocol: Protocol, limits: Limits, now: number): SlowReader | null {
    if (!this.transport || this.transport.name === 'LongPolling') return null
    // How much has been taken is dear to ask for, and most of the time nothing waits.
    const taken = this.transport.pending > 0 ? this.transport.taken : null
    if (taken === null || taken !== this.#taken) this.#lastTaken = now
    this.#taken = taken
    if (now - this.#lastTaken >= limits.sendTimeoutMs) {
      return new SlowReader(`The client took nothing for ${limits.sendTimeoutMs} ms.`)
    }
    this.#releaseLate(now)
    const sequenceId = this.buffer?.takeAcknowledgement()
    if (sequenceId) this.sendUncounted(protocol.encode({ type: 8, sequenceId }), now)
    if (now - this.#lastSent >= limits.keepAliveMs) this.sendUncounted(pingIn(protocol), now)
    return null
  }

  /** The client has had the time to count, if it ever says so. */
  #releaseLate(now: number): void {
    if (this.isHeld && now - this.#lastSent >= HOLD_MS) this.release(now)
  }

  get #waitingBytes(): number {
    return Math.max(this.transport?.pending ?? 0, this.buffer?.bytes ?? 0)
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
