import type { ConnectionData } from '../context.ts'
import type { Identity } from '../http/http-endpoint.ts'
import type { EncodedMessage } from '../protocols/encoded-message.ts'
import type { Protocol } from '../protocols/protocol.ts'
import type { TransportName } from '../transports/transport.ts'

/** The recipients of a message, which may be connected to any process. */
export type GlobalRecipients =
  | { to: 'all' }
  | { to: 'group'; name: string }
  | { to: 'groups'; names: string[] }
  | { to: 'user'; name: string }
  | { to: 'connection'; name: string }

/** The recipients of a message, which may also be all connections of this process. */
export type Recipients = GlobalRecipients | { to: 'local' }

/** The options of a call to a client that returns a result. */
export interface InvokeOptions {
  timeoutMs: number
  signal?: AbortSignal | undefined
}

/** The contents of a Close message. */
export interface CloseOptions {
  /** Whether the client may reconnect by itself. */
  allowReconnect: boolean
  /** A text for the client when there is no error. */
  reason?: string | undefined
}

/** The part of a connection of this process that the routing needs. */
export interface RoutedConnection {
  readonly id: string
  readonly identity: Identity
  readonly protocol: Protocol
  readonly transportName: TransportName | null
  /** In milliseconds of the clock. Null before the handshake. */
  connectedAt: number | null
  /** The values that the application keeps for the connection, and that `list()` returns. */
  readonly data: ConnectionData
  /** The names of the connection's groups, null while the connection has none. */
  groups: Set<string> | null
  /** Whether senders should wait for `writable`. */
  readonly isCongested: boolean
  /** Sends a call, an item or a completion. Disconnects the client when too many bytes wait for it. */
  send(message: EncodedMessage): void
  /** Resolves when the client can receive more messages, or has disconnected. */
  writable(): Promise<void>
  /** Sends a Close message and ends. */
  close(error: Error | undefined, options: CloseOptions): void
  /** Calls a method of the client and waits for the result. @throws {ClientResultFailed} */
  invoke(method: string, args: unknown[], options: InvokeOptions): Promise<unknown>
}

/** The connections of this process by id, group and user. */
export class LocalConnections {
  readonly #all = new Map<string, RoutedConnection>()
  readonly #groups = new Map<string, Set<RoutedConnection>>()
  readonly #users = new Map<string, Set<RoutedConnection>>()

  get(connectionId: string): RoutedConnection | undefined {
    return this.#all.get(connectionId)
  }

  /** Returns the connections of this process that a target includes. */
  matching(target: Recipients): Iterable<RoutedConnection> {
    if (target.to === 'all' || target.to === 'local') return this.#all.values()
    if (target.to === 'group') return this.#groups.get(target.name) ?? []
    if (target.to === 'groups') {
      return new Set(target.names.flatMap((name) => [...(this.#groups.get(name) ?? [])]))
    }
    if (target.to === 'user') return this.#users.get(target.name) ?? []
    const connection = this.#all.get(target.name)
    return connection ? [connection] : []
  }

  /** Returns the targets that may have connections in other processes. */
  elsewhere(targets: readonly Recipients[]): GlobalRecipients[] {
    return targets.filter((target): target is GlobalRecipients =>
      target.to === 'connection' ? !this.#all.has(target.name) : target.to !== 'local',
    )
  }

  /** Adds a connection. Returns the targets that now include it. */
  add(connection: RoutedConnection): GlobalRecipients[] {
    this.#all.set(connection.id, connection)
    const targets: GlobalRecipients[] = [{ to: 'connection', name: connection.id }]
    const { userId } = connection.identity
    if (userId !== undefined) {
      addTo(this.#users, userId, connection)
      targets.push({ to: 'user', name: userId })
    }
    return targets
  }

  /** Removes a connection from all targets. Returns the targets that have no connection left in this process. */
  remove(connection: RoutedConnection): GlobalRecipients[] {
    this.#all.delete(connection.id)
    const emptyTargets: GlobalRecipients[] = [{ to: 'connection', name: connection.id }]
    const { userId } = connection.identity
    if (userId !== undefined && removeFrom(this.#users, userId, connection)) {
      emptyTargets.push({ to: 'user', name: userId })
    }
    for (const name of connection.groups ?? []) {
      if (removeFrom(this.#groups, name, connection)) emptyTargets.push({ to: 'group', name })
    }
    connection.groups = null
    return emptyTargets
  }

  addToGroup(connection: RoutedConnection, name: string): void {
    connection.groups ??= new Set()
    connection.groups.add(name)
    addTo(this.#groups, name, connection)
  }

  /** Removes a connection from a group. Returns whether the group has no connection left in this process. */
  removeFromGroup(connection: RoutedConnection, name: string): boolean {
    connection.groups?.delete(name)
    return removeFrom(this.#groups, name, connection)
  }
}

function addTo(sets: Map<string, Set<RoutedConnection>>, name: string, connection: RoutedConnection): void {
  const set = sets.get(name)
  if (set) set.add(connection)
  else sets.set(name, new Set([connection]))
}

function removeFrom(sets: Map<string, Set<RoutedConnection>>, name: string, connection: RoutedConnection): boolean {
  const set = sets.get(name)
  if (!set?.delete(connection) || set.size > 0) return false
  return sets.delete(name)
}
