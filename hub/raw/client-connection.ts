import type { ClientRequest, ConnectionRequest } from '../http/client-request.ts'
import type { Identity } from '../http/http-endpoint.ts'
import type { HubOptions } from '../hub-options.ts'

/** The request that opened the transport of a connection. */
export type RawRequest = Omit<ConnectionRequest, 'protocol'>

/** A connection that carries bytes or text of the application, without the hub protocol. */
export interface ClientConnection<I extends Identity = Identity> extends AsyncIterable<Buffer> {
  readonly connectionId: string
  readonly userId: string | undefined
  /** The result of `authenticate` for this client. */
  readonly identity: I
  /** The request that opened the transport. */
  readonly request: RawRequest
  /** Aborts when the connection has ended. */
  readonly signal: AbortSignal
  /**
   * Sends text or bytes: one WebSocket message or one event. Resolves when the client can receive more. Does nothing
   * after the connection has ended.
   */
  send(data: string | Uint8Array): Promise<void>
  /** Ends the connection when all data has been sent. */
  close(): void
}

/**
 * Serves one connection: iterates over the received bytes, in pieces that may begin and end anywhere. The connection
 * ends when the promise of the handler settles.
 */
export type ConnectionHandler<I extends Identity = Identity> = (connection: ClientConnection<I>) => unknown

/** The options of `HubServer.mapConnections`. An option with the name of a hub option has the same meaning. */
export interface RawConnectionOptions<I extends Identity = Identity>
  extends Pick<HubOptions, 'transports' | 'origins' | 'credentials' | 'limits' | 'address' | 'headers' | 'redirect'> {
  /** Returns the identity of the client of a request, or null to refuse the request with 401. */
  authenticate?: ((request: ClientRequest) => Promise<I | null> | I | null) | undefined
  /** The kind of the WebSocket messages to the clients: text by default. Server-sent events carry only text. */
  format?: 'text' | 'binary' | undefined
}
