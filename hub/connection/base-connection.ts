import type { ConnectionData } from '../context.ts'
import type { ReceivedRequest } from '../http/client-request.ts'
import type { ConnectionOptionsWithToken, Identity } from '../http/http-endpoint.ts'
import type { TraceContext } from '../trace-context.ts'

/** The properties of a connection that do not depend on its state. */
export class BaseConnection {
  readonly id: string
  readonly token: string
  readonly address: string
  readonly stateful: boolean
  /** The trace context of the request that began the connection. */
  readonly trace: TraceContext | undefined
  identity: Identity
  connectedAt: number | null = null
  /** The request that opened the transport. Null before the first transport. */
  request: ReceivedRequest | null = null
  #items: Map<unknown, unknown> | null = null
  #data: ConnectionData | null = null

  constructor({ id, token, address, stateful, identity, trace }: ConnectionOptionsWithToken) {
    this.id = id
    this.token = token
    this.address = address
    this.stateful = stateful
    this.identity = identity
    this.trace = trace
  }

  /** The values that the application keeps for the connection. */
  get items(): Map<unknown, unknown> {
    this.#items ??= new Map()
    return this.#items
  }

  /** The values that the application keeps for the connection, and that `list()` returns. */
  get data(): ConnectionData {
    this.#data ??= {}
    return this.#data
  }

  renew(identity: Identity): void {
    this.identity = identity
  }
}
