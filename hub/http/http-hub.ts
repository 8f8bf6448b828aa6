import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { Clock } from '../clock.ts'
import type { Limits } from '../limits.ts'
import type { Transport, TransportName, TransportOwner } from '../transports/transport.ts'

/** What a client shows of itself with each request. */
export interface ClientRequest {
  /** The access token of the Authorization header or the query, null when there is none. */
  token: string | null
  headers: IncomingHttpHeaders
  /** Null outside browsers. */
  origin: string | null
  /** The address it comes from. */
  address: string
}

/** Who a client is, as the application's `authenticate` found out. */
export interface Identity {
  userId?: string | undefined
  /** When this stops being true, in milliseconds of Date.now(). */
  expiresAt?: number | undefined
}

/** A connection, as the HTTP side sees it: something with two ids that a transport can be attached to. */
export interface HttpConnection extends TransportOwner {
  /** Public; other clients may learn it. */
  readonly id: string
  /** Secret; who has it can attach a transport. Equal to `id` with negotiate version 0. */
  readonly token: string
  readonly identity: Identity
  /** Whether a dropped WebSocket may be replaced (and a live one, by a newer one). */
  readonly stateful: boolean
  /** The transport now attached, null before the first and between two WebSockets of a stateful connection. */
  readonly transport: Transport | null
  /** The kind of the first transport that was attached; it never changes. */
  readonly transportName: TransportName | null
  /** Takes a transport: the first one, or the WebSocket that takes over from the one before it (which this destroys). */
  attach(transport: Transport): void
  /** A later request of the same user came with a newer proof. */
  renew(identity: Identity): void
  /** The client asked for the end by DELETE. */
  stop(): void
}

/** One mapped hub, as the HTTP side sees it. */
export interface HttpHub {
  readonly limits: Limits
  readonly clock: Clock
  readonly transports: readonly TransportName[]
  readonly statefulReconnect: boolean
  /** Origins that browsers may connect from beside the server's own. */
  readonly origins: readonly string[]
  /** The address of a request's client, where a proxy stands in front. */
  address(headers: IncomingHttpHeaders, socketAddress: string): string
  /** Headers of every answer. */
  headers(request: IncomingMessage): Readonly<Record<string, string>>
  /** Who the client is, null for nobody we let in. A rejection is a failure of the application (500), or Unavailable (503). */
  authenticate(request: ClientRequest): Promise<Identity | null>
  /**
   * Makes a connection that waits for its transport. `version` 0 has one id for both.
   * Returns what stands against it instead: a limit that is reached, or that the server is closing.
   */
  open(options: {
    version: 0 | 1
    stateful: boolean
    identity: Identity
    address: string
  }): HttpConnection | 'full' | 'too-many' | 'closing'
  find(token: string): HttpConnection | undefined
  /** Tells the application about an exception of its own code. */
  report: (error: unknown) => void
}
