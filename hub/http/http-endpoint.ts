import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { Clock } from '../clock.ts'
import type { Limits } from '../limits.ts'
import type { TraceContext } from '../trace-context.ts'
import type { Transport, TransportName, TransportOwner } from '../transports/transport.ts'
import type { Answer, HubHeaders } from './answers.ts'
import type { ClientRequest, ReceivedRequest } from './client-request.ts'

/** The identity of a client, as `authenticate` returns it. */
export interface Identity {
  userId?: string | undefined
  /** When the identity expires, in milliseconds of Date.now(). */
  expiresAt?: number | undefined
}

/** The client of a request that `authenticate` has accepted. */
export interface AuthenticatedClient {
  identity: Identity
  address: string
  request: ReceivedRequest
  trace?: TraceContext | undefined
}

/** A request for a connection of another process, as it is sent over the backplane. */
export type ForwardedRequest = { token: string; identity: Identity } & (
  | { method: 'GET'; transport: TransportName }
  | { method: 'POST'; body: Uint8Array }
  | { method: 'DELETE' }
)

/**
 * The answer of the process that had the connection. `moved`: the connection had no transport yet, and from now on
 * belongs to the process that sent the request.
 */
export type ForwardedAnswer = Answer | { moved: MovedConnection }
export interface MovedConnection {
  id: string
  stateful: boolean
}

/** The part of a connection that HTTP requests need. */
export interface HttpConnection extends TransportOwner {
  /** The public id of the connection, which other clients may know. */
  readonly id: string
  /**
   * The secret of the connection: a request with this token can attach a transport. Equal to `id` with negotiate
   * version 0.
   */
  readonly token: string
  readonly identity: Identity
  /** Whether stateful reconnect was negotiated. */
  readonly stateful: boolean
  /** Whether a new WebSocket may replace the attached WebSocket, even one that is still open. */
  readonly isResumable: boolean
  /** The attached transport. Null before the first transport, and between two WebSockets of a stateful connection. */
  readonly transport: Transport | null
  /** The kind of the first transport, which never changes. */
  readonly transportName: TransportName | null
  /**
   * Attaches the first transport, or a WebSocket that replaces the previous WebSocket. Destroys the previous WebSocket.
   */
  attach(transport: Transport, request: ReceivedRequest): void
  /** Replaces the identity with the identity of a later request of the same user. */
  renew(identity: Identity): void
  /** Ends the connection without an error. */
  stop(): void
}

/** The options of a new connection. */
export interface NewConnectionOptions extends Omit<AuthenticatedClient, 'request'> {
  /**
   * `id` and `token` are those of a connection that was negotiated before. Without them, the connection gets random
   * ones.
   */
  id?: string
  token?: string
  stateful: boolean
}

/** The answer to a negotiate request of a client that should connect to another server. */
export interface Redirect {
  /** The URL of a hub, at which the client negotiates again. */
  url: string
  /** The access token for that hub. By default, the client uses its own. */
  accessToken?: string | undefined
}

/** The options of a connection whose id and token are set. */
export type ConnectionOptionsWithToken = NewConnectionOptions & { id: string; token: string }

/** The part of an endpoint that HTTP requests need. */
export interface HttpEndpoint {
  readonly limits: Limits
  readonly clock: Clock
  readonly transports: readonly TransportName[]
  readonly statefulReconnect: boolean
  /** Whether pages of other origins may send cookies and other credentials. */
  readonly credentials: boolean
  /** Whether pages of an origin may connect. The server's own host needs no permission. */
  allowsOrigin(origin: string): boolean
  /** Returns the address of a client, which a proxy may have put into a header. */
  address(headers: IncomingHttpHeaders, socketAddress: string): string
  /** Returns the headers of every answer. */
  headers(request: IncomingMessage): Readonly<HubHeaders>
  /**
   * Returns the identity of a client, or null to refuse the client. Rejects with an error of the application (500) or
   * Unavailable (503).
   */
  authenticate(request: ClientRequest): Promise<Identity | null>
  /** Returns the server to which a client should connect; null when the client should connect to this server. */
  redirect(request: ClientRequest, identity: Identity): Promise<Redirect | null>
  /**
   * Opens a connection, which waits for its transport. Returns the reason of a refusal when a limit is reached or the
   * server is closing.
   */
  open(options: NewConnectionOptions): HttpConnection | 'full' | 'too-many' | 'closing'
  /** Returns the connection of this process that has this token. */
  find(token: string): HttpConnection | undefined
  /** Lets other processes forward requests for a connection to this process. */
  share(connection: HttpConnection): Promise<void>
  /** Forwards a request to the process that has the connection. Resolves with null when there is no such process. */
  forward(request: ForwardedRequest): Promise<ForwardedAnswer | null>
  /** Publishes the refusal of a request. Ignores an answer that is no refusal. */
  answered(request: IncomingMessage, answer: Answer): void
  /** Reports an exception of the application's code. */
  report: (error: unknown) => void
}
