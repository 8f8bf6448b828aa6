import type { Call } from '../calls/call.ts'
import type { CallerConnection } from '../calls/caller-connection.ts'
import type { CallRules } from '../calls/client-calls.ts'
import type { Clock } from '../clock.ts'
import type { HttpConnection } from '../http/http-hub.ts'
import type { Limits } from '../limits.ts'
import type { Protocol } from '../protocols/protocol.ts'
import type { Router } from '../routing/router.ts'
import type { TraceContext } from '../trace-context.ts'

/** The part of a connection that its hub needs. */
export interface HubConnection extends HttpConnection, CallerConnection {
  readonly transport: HttpConnection['transport']
  /** The address that connections are counted by. */
  readonly address: string
  readonly trace: TraceContext | undefined
  /** Checks the timeouts. Called at each heartbeat. */
  tick(now: number): void
}

/** The part of a hub that its connections need. */
export interface ConnectionHub extends CallRules {
  readonly limits: Limits
  readonly clock: Clock
  readonly router: Router
  /** The protocols by the names in the handshake. */
  readonly protocols: ReadonlyMap<string, Protocol>
  /** The time of the last heartbeat: exact enough for timeouts of seconds, and cheaper than the clock. */
  readonly now: number
  readonly messages: { sent: number; received: number }
  /**
   * Runs after the handshake. Returns undefined when the client can call methods at once, else a promise that resolves
   * when the client can call methods, and rejects when the client is refused.
   */
  connected(connection: HubConnection, lifetime: Call): Promise<unknown> | undefined
  /** Called when a connection has ended after `connected` was complete. */
  disconnected(lifetime: Call, error: Error | undefined): void
  /** Called when a connection has ended in any state. Its transport may still have bytes to send. */
  ended(connection: HubConnection, error: Error | undefined): void
  /** Called when the transport of an ended connection has closed, too. */
  transportClosed(connection: HubConnection): void
}
