import type { TransportName } from './transports/transport.ts'

/** The counters of one hub: its current connections, and its totals since it was mapped. */
export interface HubMetrics {
  connections: {
    /** Connections that have not completed the handshake, including negotiated connections without a transport. */
    waiting: number
    open: Record<TransportName, number>
    /** All connections that ever completed the handshake. */
    total: number
  }
  /** Hub messages received from clients, and calls, items and completions sent to clients. */
  messages: { received: number; sent: number }
  /**
   * Calls of hub methods. `failed` counts the calls that ended with an error, including calls with invalid arguments or
   * results. Raw connections have no calls, so both numbers are always 0.
   */
  calls: { started: number; failed: number }
  /**
   * The number of ended connections for each error code. `goodbye`: ended without an error. `other`: ended by an error
   * of the application.
   */
  ended: Record<string, number>
  /** Requests refused because a limit was reached. */
  refused: number
}
