import { Endpoint, type EndpointEnvironment } from '../endpoint.ts'
import type { ConnectionOptionsWithToken } from '../http/http-endpoint.ts'
import type { ConnectionHandler, RawConnectionOptions } from './client-connection.ts'
import { RawConnection, type RawConnectionDefinition } from './raw-connection.ts'

/** Raw connections at one path. */
export class RawConnectionEndpoint extends Endpoint {
  readonly #rules: RawConnectionDefinition

  constructor(
    path: string,
    handler: ConnectionHandler,
    { format = 'text', ...options }: RawConnectionOptions,
    environment: EndpointEnvironment,
  ) {
    const transports =
      options.transports ?? (format === 'binary' ? (['WebSockets', 'LongPolling'] as const) : undefined)
    // Switches pings off, because they are messages of the hub protocol.
    const limits = { ...options.limits, keepAliveMs: Number.POSITIVE_INFINITY }
    super(path, options, { ...options, ...(transports && { transports }), limits }, environment)
    this.#rules = { handler, format }
  }

  protected override create(options: ConnectionOptionsWithToken): RawConnection {
    return new RawConnection(this, this.#rules, options)
  }
}
