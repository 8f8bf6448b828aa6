import type { CallerClients, ClientProxy, Groups, HubClients, HubContext, SingleClientProxy } from '../context.ts'
import type { AnyClient } from '../define-hub.ts'
import type { Target } from './members.ts'
import type { AskOptions, Router } from './router.ts'

class Some implements ClientProxy<AnyClient> {
  readonly #router: Router
  readonly #targets: Target[]
  readonly #except: ReadonlySet<string> | undefined

  constructor(router: Router, targets: Target[], except?: Iterable<string>) {
    this.#router = router
    this.#targets = targets
    this.#except = except && new Set(except)
  }

  async send(method: string, ...args: unknown[]): Promise<void> {
    await Promise.all(this.#targets.map((target) => this.#router.send(target, method, args, this.#except)))
  }
}

class One extends Some implements SingleClientProxy<AnyClient> {
  readonly #ask: (method: string, args: unknown[], options: AskOptions) => Promise<unknown>

  constructor(router: Router, connectionId: string, beforeAsking?: () => void) {
    super(router, [{ to: 'connection', name: connectionId }])
    this.#ask = (method, args, options) => {
      beforeAsking?.()
      return router.ask(connectionId, method, args, options)
    }
  }

  invoke(method: string, args: unknown[], options: AskOptions): Promise<unknown> {
    return this.#ask(method, args, options)
  }
}

class Clients implements HubClients<AnyClient> {
  protected readonly router: Router
  readonly #beforeAsking: (() => void) | undefined

  constructor(router: Router, beforeAsking?: () => void) {
    this.router = router
    this.#beforeAsking = beforeAsking
  }

  get all(): ClientProxy<AnyClient> {
    return new Some(this.router, [{ to: 'all' }])
  }

  allExcept(connectionIds: Iterable<string>): ClientProxy<AnyClient> {
    return new Some(this.router, [{ to: 'all' }], connectionIds)
  }

  client(connectionId: string): SingleClientProxy<AnyClient> {
    return new One(this.router, connectionId, this.#beforeAsking)
  }

  clients(connectionIds: Iterable<string>): ClientProxy<AnyClient> {
    return new Some(this.router, each('connection', connectionIds))
  }

  group(name: string): ClientProxy<AnyClient> {
    return new Some(this.router, [{ to: 'group', name }])
  }

  groupExcept(name: string, connectionIds: Iterable<string>): ClientProxy<AnyClient> {
    return new Some(this.router, [{ to: 'group', name }], connectionIds)
  }

  user(userId: string): ClientProxy<AnyClient> {
    return new Some(this.router, [{ to: 'user', name: userId }])
  }

  users(userIds: Iterable<string>): ClientProxy<AnyClient> {
    return new Some(this.router, each('user', userIds))
  }
}

const each = (to: 'connection' | 'user', names: Iterable<string>): Target[] =>
  [...new Set(names)].map((name) => ({ to, name }))

class ClientsOfCall extends Clients implements CallerClients<AnyClient> {
  readonly #callerId: string
  readonly caller: SingleClientProxy<AnyClient>

  constructor(router: Router, callerId: string, beforeAsking: () => void) {
    super(router, beforeAsking)
    this.#callerId = callerId
    this.caller = this.client(callerId)
  }

  get others(): ClientProxy<AnyClient> {
    return this.allExcept([this.#callerId])
  }

  othersInGroup(name: string): ClientProxy<AnyClient> {
    return this.groupExcept(name, [this.#callerId])
  }
}

function groupsOf(router: Router): Groups {
  return {
    add: (connectionId, group) => router.changeGroup('join', connectionId, group),
    remove: (connectionId, group) => router.changeGroup('leave', connectionId, group),
  }
}

/** A hub as code outside its methods reaches it. */
export function contextOf(router: Router): HubContext {
  return { clients: new Clients(router), groups: groupsOf(router) }
}

/** The same as one call sees it. `beforeAsking` runs before a client is asked for a result. */
export function contextOfCall(
  router: Router,
  callerId: string,
  beforeAsking: () => void,
): { clients: CallerClients<AnyClient>; groups: Groups } {
  return { clients: new ClientsOfCall(router, callerId, beforeAsking), groups: groupsOf(router) }
}
