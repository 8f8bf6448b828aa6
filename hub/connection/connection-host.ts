import type { Call } from '../calls/call.ts'
import type { CallerConnection } from '../calls/caller-connection.ts'
import type { CallHost } from '../calls/client-calls.ts'
import type { ReportError } from '../diagnostics.ts'
import type { HttpConnection } from '../http/http-endpoint.ts'
import type { Limits } from '../limits.ts'
import type { Protocol } from '../protocols/protocol.ts'
import type { CloseOptions } from '../routing/local-connections.ts'
import type { Router } from '../routing/router.ts'
import type { TraceContext } from '../trace-context.ts'

/** The part of a connection that its endpoint needs. */
export interface EndpointConnection extends HttpConnection {
  /** The address of the client, by which limits count connections. */
  readonly address: string
  readonly trace: TraceContext | undefined
  /** The time at which the connection opened, in milliseconds of the clock. Null before that. */
  connectedAt: number | null
  close(error: Error | undefined, options: CloseOptions): void
  /** Checks the timeouts. Called at each heartbeat. */
  tick(now: number): void
}

/** The part of an endpoint that its connections need. */
export interface ConnectionOwner {
  readonly limits: Limits
  /** The time of the last heartbeat: exact enough for timeouts of seconds, and cheaper than the clock. */
  readonly now: number
  readonly messages: { sent: number; received: number }
  report: ReportError
  /** Called when a connection is open: after its handshake, or with its transport when it has no handshake. */
  opened(connection: EndpointConnection): void
  /** Called when a connection has ended in any state. Its transport may still have bytes to send. */
  ended(connection: EndpointConnection, error: Error | undefined): void
  /** Called when the transport of an ended connection has closed, too. */
  transportClosed(connection: EndpointConnection): void
}

/** A connection that uses the hub protocol, unlike a raw connection. */
export interface HubProtocolConnection extends EndpointConnection, CallerConnection {
  readonly transport: HttpConnection['transport']
  /** The context of `onConnected` and `onDisconnected`, created when it is first used. */
  readonly lifetime: Call
}

/** The part of a hub that its connections need. */
export interface ConnectionHost extends ConnectionOwner, CallHost {
  readonly limits: Limits
  readonly router: Router
  /** The protocols, each by the name that a handshake requests. */
  readonly protocols: ReadonlyMap<string, Protocol>
  /**
   * Runs after the handshake, and opens the connection. Returns undefined when the client can call methods at once.
   * Otherwise, the promise resolves when the client can call methods, and rejects when the client is refused.
   */
  connected(connection: HubProtocolConnection): Promise<unknown> | undefined
  /** Called when a connection ends, but only if `connected` has succeeded for it. */
  disconnected(connection: HubProtocolConnection, error: Error | undefined): void
}
