import type { AuthenticatedClient } from './http/http-endpoint.ts'
import type { Limits } from './limits.ts'

/** The properties of a connection by which the limits count it. */
type Counted = Pick<AuthenticatedClient, 'address' | 'identity'>

/** The connections of a hub, counted by address and user for the limits. */
export class ConnectionCounts {
  readonly #limits: Pick<Limits, 'connections' | 'connectionsPerAddress' | 'connectionsPerUser'>
  readonly #byAddress = new Map<string, number>()
  readonly #byUser = new Map<string, number>()
  #all = 0

  constructor(limits: Pick<Limits, 'connections' | 'connectionsPerAddress' | 'connectionsPerUser'>) {
    this.#limits = limits
  }

  /**
   * Returns why a further connection is refused, or null. `full`: the hub has too many connections. `too-many`: the
   * address or the user has too many connections.
   */
  refusal({ address, identity: { userId } }: Counted): 'full' | 'too-many' | null {
    if (this.#all >= this.#limits.connections) return 'full'
    if ((this.#byAddress.get(address) ?? 0) >= this.#limits.connectionsPerAddress) return 'too-many'
    if (userId !== undefined && (this.#byUser.get(userId) ?? 0) >= this.#limits.connectionsPerUser) return 'too-many'
    return null
  }

  change({ address, identity: { userId } }: Counted, by: 1 | -1): void {
    this.#all += by
    changeCount(this.#byAddress, address, by)
    if (userId !== undefined) changeCount(this.#byUser, userId, by)
  }
}

function changeCount(counts: Map<string, number>, key: string, by: 1 | -1): void {
  const next = (counts.get(key) ?? 0) + by
  if (next === 0) counts.delete(key)
  else counts.set(key, next)
}
