import type { Call } from '../calls/call.ts'
import type { CallRules } from '../calls/calls.ts'
import type { Clock } from '../clock.ts'
import type { Limits } from '../limits.ts'
import type { Router } from '../routing/router.ts'
import type { Connection } from './connection.ts'

/** The hub a connection belongs to, as far as the connection cares. */
export interface ConnectionHub extends CallRules {
  readonly limits: Limits
  readonly clock: Clock
  readonly router: Router
  /** The clock at the last heartbeat: exact enough for timeouts of seconds, and free. */
  readonly now: number
  readonly messages: { sent: number; received: number }
  /** The handshake is done. Undefined when the client may call at once, else a promise that rejects when it may not. */
  connected(connection: Connection, lifetime: Call): Promise<unknown> | undefined
  /** `connected` was through and the connection is over. */
  disconnected(lifetime: Call, error: Error | undefined): void
  /** The connection is over, however far it had come; its transport may still have something to hand on. */
  ended(connection: Connection, error: Error | undefined): void
  /** The transport of a connection that is over is over, too. */
  settled(connection: Connection): void
}
