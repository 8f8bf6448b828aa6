import type { SignalRError } from '../errors.ts'
import type { EncodedMessage } from '../protocols/encoded-message.ts'

export type TransportName = 'WebSockets' | 'ServerSentEvents' | 'LongPolling'

/** Carries bytes between one client and its connection. */
export interface Transport {
  readonly name: TransportName
  /** The number of bytes given to `send` that have not left this process. */
  readonly pendingBytes: number
  /** The number of bytes that have left this process. It grows as the client reads. */
  readonly sentBytes: number
  /** Queues one hub message. Does nothing after `end` or `destroy`. */
  send(message: EncodedMessage): void
  /** Pauses reading from the client. Chunks that have been read may still arrive. */
  pause(): void
  resume(): void
  /** Closes after all queued messages have been sent, and at the latest after `limits.closeTimeoutMs`. */
  end(): void
  /** Closes at once. Queued messages are lost. */
  destroy(): void
  /** Checks timeouts. Called about once a second with the time of the clock. */
  tick(now: number): void
}

/** The connection that owns a transport. */
export interface TransportOwner {
  /** Called with bytes of the client, which may be split anywhere. */
  received(chunk: Buffer): void
  /** Called when pending bytes above `limits.highWaterBytes` have been sent. */
  drained(): void
  /**
   * Called when the client has sent bytes that the transport cannot accept. The transport then closes by itself. The
   * connection cannot be resumed, because the client would send the same bytes again.
   */
  failed(transport: Transport, error: SignalRError): void
  /**
   * Called once when the transport has closed, never from inside `send`. `graceful` is true when the client closed
   * properly (by a WebSocket close frame or DELETE) or this process closed, and false when the connection was lost.
   */
  closed(transport: Transport, graceful: boolean): void
}
