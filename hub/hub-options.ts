import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { Limits } from './limits.ts'
import type { TransportName } from './transports/transport.ts'

/** The options of `HubServer.map`. */
export interface HubOptions {
  /** The allowed transports, in the order in which clients try them. All three by default. */
  transports?: readonly TransportName[]
  /** Whether clients may replace a lost WebSocket without losing messages. Off by default. */
  statefulReconnect?: boolean
  /** The origins, besides the server's own, whose pages may connect, such as https://www.example.com. */
  origins?: readonly string[]
  limits?: Partial<Limits>
  /**
   * Whether clients get the messages of all errors. Only for development, because these messages may contain secrets.
   */
  detailedErrors?: boolean
  /**
   * Returns the address by which the limits count connections. Needed behind a proxy. By default, it is the address of
   * the socket.
   */
  address?(headers: IncomingHttpHeaders, socketAddress: string): string
  /** Returns headers for every answer except an accepted WebSocket. None by default. */
  headers?(request: IncomingMessage): Readonly<Record<string, string>>
}
