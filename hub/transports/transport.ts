import type { EncodedMessage } from '../protocols/encoded-message.ts'

export type TransportName = 'WebSockets' | 'ServerSentEvents' | 'LongPolling'

/** One way of carrying bytes to one client. It knows bytes, not hubs. */
export interface Transport {
  readonly name: TransportName
  /** Bytes that were given to `send` and have not been taken from this process yet. */
  readonly pendingBytes: number
  /** Bytes that have left this process so far; grows as long as the client reads. */
  readonly sentBytes: number
  /** Queues one hub message, whole, behind those before it. Does nothing once `end` or `destroy` was called. */
  send(message: EncodedMessage): void
  /** Takes no more bytes from the client; a chunk or two that were already read may still come. */
  pause(): void
  resume(): void
  /** Closes properly after everything queued has been taken, or by force after `limits.closeTimeoutMs`. */
  end(): void
  /** Closes at once; what is queued is lost. */
  destroy(): void
  /** Called about once a second with the clock's time. */
  tick(now: number): void
}

/** The connection above a transport. */
export interface TransportOwner {
  /** Bytes of the client, split anywhere. */
  received(chunk: Buffer): void
  /** What was pending has been taken, after there was more than the transport could hand on at once. */
  drained(): void
  /**
   * The transport is over; called once, never from inside `send`. `graceful`: the client said goodbye (a WebSocket close
   * frame, DELETE) or we closed, rather than that it vanished.
   */
  closed(transport: Transport, graceful: boolean): void
}
