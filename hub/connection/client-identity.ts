import type { ConnectionOptions, Identity } from '../http/http-hub.ts'
import type { TraceContext } from '../trace-context.ts'

/** The names of a connection, and what its requests say about the client. */
export abstract class ClientIdentity {
  readonly id: string
  readonly token: string
  readonly address: string
  readonly stateful: boolean
  /** The trace context of the request that opened the connection. */
  readonly trace: TraceContext | undefined
  identity: Identity

  constructor({ id, token, address, stateful, identity, trace }: ConnectionOptions) {
    this.id = id
    this.token = token
    this.address = address
    this.stateful = stateful
    this.trace = trace
    this.identity = identity
  }

  renew(identity: Identity): void {
    this.identity = identity
  }
}
