import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { HubHeaders } from './http/answers.ts'
import type { ClientRequest } from './http/client-request.ts'
import type { Identity, Redirect } from './http/http-endpoint.ts'
import type { Limits } from './limits.ts'
import type { JsonHooks } from './protocols/json-values.ts'
import type { TransportName } from './transports/transport.ts'

/** The options of `HubServer.map`. */
export interface HubOptions {
  /** The allowed transports, in the order in which clients try them. All three by default. */
  transports?: readonly TransportName[] | undefined
  /** Whether clients may replace a lost WebSocket without losing messages. Off by default. */
  statefulReconnect?: boolean | undefined
  /**
   * The origins, besides the server's own, whose pages may connect: a list of origins such as https://www.example.com,
   * or a function that returns whether an origin is allowed. None by default. An entry has no path and no wildcard.
   */
  origins?: readonly string[] | ((origin: string) => boolean) | undefined
  /**
   * Whether pages of the allowed origins may send cookies. On by default, because Microsoft's client sends cookies
   * unless its option `withCredentials` is off. WebSockets always have cookies.
   */
  credentials?: boolean | undefined
  /** The limits that differ from the default limits. Each limit is a number above 0, or `Infinity`. */
  limits?: { [L in keyof Limits]?: Limits[L] | undefined } | undefined
  /**
   * Whether clients get the messages of all errors. Only for development, because these messages may contain secrets.
   */
  detailedErrors?: boolean | undefined
  /**
   * Returns the address of the client, by which the limits count connections. Needed behind a proxy. By default, the
   * address is the remote IP address of the socket.
   */
  address?: ((headers: IncomingHttpHeaders, socketAddress: string) => string) | undefined
  /** Hooks for values that JSON lacks. None by default. */
  json?: JsonHooks | undefined
  /**
   * Returns the server to which a client should connect, and a token for that server; null when the client should
   * connect here. Called for each negotiate request.
   */
  redirect?: ((request: ClientRequest, identity: Identity) => Promise<Redirect | null> | Redirect | null) | undefined
  /** Returns headers for every answer except an accepted WebSocket. None by default. */
  headers?: ((request: IncomingMessage) => Readonly<HubHeaders>) | undefined
}
