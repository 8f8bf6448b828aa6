import type { ClientRequest } from '../http/client-request.ts'
import type { ConnectionOptions, Identity } from '../http/http-hub.ts'
import type { HubOptions } from '../hub-options.ts'
import { type HubEnvironment, MappedHub } from '../mapped-hub.ts'
import { type ConnectionHandler, RawConnection, type RawRules } from './raw-connection.ts'

/** The options of `HubServer.mapConnections`. Those that a hub has too mean the same. */
export interface RawConnectionOptions<I extends Identity = Identity>
  extends Pick<HubOptions, 'transports' | 'origins' | 'credentials' | 'limits' | 'address' | 'headers' | 'redirect'> {
  /** Returns the identity of the client of a request, or null to refuse the request with 401. */
  authenticate?(request: ClientRequest): Promise<I | null> | I | null
  /** The kind of the WebSocket messages to the clients: text by default. Server-sent events carry only text. */
  format?: 'text' | 'binary'
}

/** Raw connections at one path. */
export class MappedConnections extends MappedHub {
  readonly #rules: RawRules

  constructor(
    path: string,
    handler: ConnectionHandler,
    { authenticate, format = 'text', limits, ...options }: RawConnectionOptions,
    environment: HubEnvironment,
  ) {
    const definition = { methods: {}, ...(authenticate && { authenticate }) }
    const transports =
      options.transports ?? (format === 'binary' ? (['WebSockets', 'LongPolling'] as const) : undefined)
    // Pings are messages of the hub protocol.
    const silent = { ...limits, keepAliveMs: Number.POSITIVE_INFINITY }
    super(path, definition, { ...options, ...(transports && { transports }), limits: silent }, environment)
    this.#rules = { handler, format }
  }

  protected override create(options: ConnectionOptions): RawConnection {
    return new RawConnection(this, this.#rules, options)
  }
}
