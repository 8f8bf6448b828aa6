import type { ConnectionOptions } from '../http/http-hub.ts'
import { type HubEnvironment, MappedHub } from '../mapped-hub.ts'
import type { ConnectionHandler, RawConnectionOptions } from './client-connection.ts'
import { RawConnection, type RawRules } from './raw-connection.ts'

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
