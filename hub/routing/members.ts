import type { Connection } from '../connection/connection.ts'

/** Whom a message is for. */
export type Target =
  | { to: 'all' }
  | { to: 'group'; name: string }
  | { to: 'user'; name: string }
  | { to: 'connection'; name: string }

/** The connections of this process by id, group and user. */
export class Members {
  readonly #all = new Map<string, Connection>()
  readonly #groups = new Map<string, Set<Connection>>()
  readonly #users = new Map<string, Set<Connection>>()

  get(connectionId: string): Connection | undefined {
    return this.#all.get(connectionId)
  }

  /** Everybody a target means here. */
  of(target: Target): Iterable<Connection> {
    if (target.to === 'all') return this.#all.values()
    if (target.to === 'group') return this.#groups.get(target.name) ?? []
    if (target.to === 'user') return this.#users.get(target.name) ?? []
    const connection = this.#all.get(target.name)
    return connection ? [connection] : []
  }

  /** Returns the targets that mean somebody here from now on and did not before. */
  add(connection: Connection): Target[] {
    this.#all.set(connection.id, connection)
    const fresh: Target[] = [{ to: 'connection', name: connection.id }]
    const { userId } = connection.identity
    if (userId !== undefined && put(this.#users, userId, connection)) fresh.push({ to: 'user', name: userId })
    return fresh
  }

  /** Returns the targets that mean nobody here any more. */
  remove(connection: Connection): Target[] {
    this.#all.delete(connection.id)
    const stale: Target[] = [{ to: 'connection', name: connection.id }]
    const { userId } = connection.identity
    if (userId !== undefined && drop(this.#users, userId, connection)) stale.push({ to: 'user', name: userId })
    for (const name of connection.groups ?? []) {
      if (drop(this.#groups, name, connection)) stale.push({ to: 'group', name })
    }
    connection.groups = null
    return stale
  }

  /** Returns whether the connection is the first of the group here. */
  addToGroup(connection: Connection, name: string): boolean {
    connection.groups ??= new Set()
    connection.groups.add(name)
    return put(this.#groups, name, connection)
  }

  /** Returns whether the connection was the last of the group here. */
  removeFromGroup(connection: Connection, name: string): boolean {
    connection.groups?.delete(name)
    return drop(this.#groups, name, connection)
  }
}

function put(sets: Map<string, Set<Connection>>, name: string, connection: Connection): boolean {
  const set = sets.get(name)
  if (set) set.add(connection)
  else sets.set(name, new Set([connection]))
  return !set
}

function drop(sets: Map<string, Set<Connection>>, name: string, connection: Connection): boolean {
  const set = sets.get(name)
  if (!set?.delete(connection) || set.size > 0) return false
  return sets.delete(name)
}
