import type { TransportName } from './transports/transport.ts'

/** What one hub has done since it was mapped, and what it holds now. */
export interface HubMetrics {
  connections: {
    /** Negotiated, or in the middle of a handshake. */
    waiting: number
    open: Record<TransportName, number>
    /** All that ever got through the handshake. */
    total: number
  }
  /** Hub messages of clients, and calls, items and completions to them. */
  messages: { received: number; sent: number }
  /** Connections that ended, by the code of the error, `goodbye` where there was none, `other` for those of the application. */
  ended: Record<string, number>
  /** Requests turned away because a limit was reached. */
  refused: number
}
