import { wrapHubWithFilters } from './apply-filters.ts'
import { Connection } from './connection/connection.ts'
import type { ConnectionHost, HubProtocolConnection } from './connection/connection-host.ts'
import type { HubContext } from './context.ts'
import { type HubDefinition, type HubMethod, indexMethodsByName } from './define-hub.ts'
import { Endpoint, type EndpointEnvironment } from './endpoint.ts'
import { HubError } from './errors.ts'
import type { ConnectionOptionsWithToken } from './http/http-endpoint.ts'
import type { HubOptions } from './hub-options.ts'
import { createJsonProtocol } from './protocols/json.ts'
import { messagePackProtocol } from './protocols/messagepack.ts'
import type { Protocol } from './protocols/protocol.ts'
import { createHubContext } from './routing/client-proxies.ts'
import { Router } from './routing/router.ts'

const callerOf = ({ id, identity }: HubProtocolConnection) => ({ connectionId: id, userId: identity.userId })

/** One hub at one path: its methods and hooks, and the messages to its clients. */
export class HubEndpoint extends Endpoint implements ConnectionHost {
  readonly detailedErrors: boolean
  readonly methods: ReadonlyMap<string, HubMethod>
  readonly methodNames: readonly string[]
  readonly router: Router
  readonly protocols: ReadonlyMap<string, Protocol>
  readonly context: HubContext
  readonly #definition: HubDefinition
  /** The calls of `onDisconnected` that have not returned yet. */
  readonly #disconnecting = new Set<Promise<void>>()

  constructor(path: string, definition: HubDefinition, options: HubOptions, environment: EndpointEnvironment) {
    super(path, definition, options, environment)
    this.detailedErrors = options.detailedErrors ?? false
    this.#definition = wrapHubWithFilters(definition)
    this.methods = indexMethodsByName(this.#definition)
    this.methodNames = Object.keys(definition.methods)
    this.router = new Router(path, environment.clock, environment.backplane, this.report)
    this.protocols = new Map(
      [createJsonProtocol(options.json), messagePackProtocol].map((protocol) => [protocol.name, protocol]),
    )
    this.context = createHubContext(this.router)
  }

  protected override create(options: ConnectionOptionsWithToken): HubProtocolConnection {
    return new Connection(this, options)
  }

  connected(connection: HubProtocolConnection): Promise<unknown> | undefined {
    this.opened(connection)
    const added = this.router.add(connection)
    const { onConnected } = this.#definition
    if (!onConnected) return added
    const connect = async () => {
      await added
      await onConnected(connection.lifetime)
    }
    return connect().catch((error) => {
      // Does not report a HubError, because the application throws it in order to refuse the client.
      if (!(error instanceof HubError)) this.report(error, callerOf(connection))
      throw error
    })
  }

  disconnected(connection: HubProtocolConnection, error: Error | undefined): void {
    const { onDisconnected } = this.#definition
    if (!onDisconnected) return
    const call = (async () => onDisconnected(connection.lifetime, error))()
      .catch((error) => this.report(error, callerOf(connection)))
      .finally(() => this.#disconnecting.delete(call)) as Promise<void>
    this.#disconnecting.add(call)
  }

  override ended(connection: HubProtocolConnection, error: Error | undefined): void {
    super.ended(connection, error)
    if (connection.connectedAt !== null) this.router.remove(connection)?.catch((error) => this.report(error))
  }

  /** Resolves when all transports have closed and all `onDisconnected` calls have returned. */
  override async closeAll(): Promise<void> {
    this.router.leave()
    await super.closeAll()
    while (this.#disconnecting.size > 0) await Promise.all(this.#disconnecting)
  }
}
