import type { AnyClient } from '../client-methods.ts'
import type {
  CallerClients,
  ClientProxy,
  Groups,
  HubClients,
  HubContext,
  ListedClients,
  SingleClientProxy,
} from '../context.ts'
import { ClientResultFailed } from '../errors.ts'
import { reportUnlessAwaited } from '../report-unless-awaited.ts'
import { requireString } from '../require-string.ts'
import type { CloseOptions, InvokeOptions, Recipients } from './local-connections.ts'
import type { Router } from './router.ts'

/** How long other processes may take to list their clients. */
const LIST_MS = 2_000

class TargetsProxy implements ClientProxy<AnyClient> {
  readonly #router: Router
  readonly #targets: Recipients[]
  readonly #except: ReadonlySet<string> | undefined

  constructor(router: Router, targets: Recipients[], except?: ReadonlySet<string>) {
    this.#router = router
    this.#targets = targets
    this.#except = except
  }

  send(method: string, ...args: unknown[]): Promise<void> {
    const sent = this.#router.send(this.#targets, method, args, this.#except)
    return reportUnlessAwaited(sent, (error) => this.#router.report(error, { method }))
  }

  drained(): Promise<void> {
    return reportUnlessAwaited(this.#router.drained(this.#targets, this.#except), this.#router.report)
  }

  disconnect({ allowReconnect = false, reason }: Partial<CloseOptions> = {}): Promise<void> {
    return reportUnlessAwaited(
      this.#router.disconnect(this.#targets, this.#except, { allowReconnect, reason }),
      this.#router.report,
    )
  }

  list({ timeoutMs = LIST_MS } = {}): Promise<ListedClients> {
    return reportUnlessAwaited(this.#router.list(this.#targets, this.#except, timeoutMs), this.#router.report)
  }
}

class ConnectionProxy extends TargetsProxy implements SingleClientProxy<AnyClient> {
  readonly #invoke: (method: string, args: unknown[], options: InvokeOptions) => Promise<unknown>

  constructor(router: Router, connectionId: string, beforeInvoke?: () => void) {
    super(router, [targetOf('connection', connectionId)])
    this.#invoke = (method, args, options) => {
      beforeInvoke?.()
      const result = router.invoke(connectionId, method, args, options).catch((error) => {
        if (!(error instanceof ClientResultFailed)) throw error
        const summary = `The client ${connectionId} gave no result for '${method}':`
        throw new ClientResultFailed(`${summary} ${error.message}`, error.reason)
      })
      return reportUnlessAwaited(result, (error) => router.report(error, { connectionId, method }))
    }
  }

  invoke(method: string, args: unknown[], options: InvokeOptions): Promise<unknown> {
    return this.#invoke(method, args, options)
  }
}

class RoutedClients implements HubClients<AnyClient> {
  protected readonly router: Router
  readonly #beforeInvoke: (() => void) | undefined

  constructor(router: Router, beforeInvoke?: () => void) {
    this.router = router
    this.#beforeInvoke = beforeInvoke
  }

  get all(): ClientProxy<AnyClient> {
    return new TargetsProxy(this.router, [{ to: 'all' }])
  }

  get local(): ClientProxy<AnyClient> {
    return new TargetsProxy(this.router, [{ to: 'local' }])
  }

  allExcept(connectionIds: Iterable<string>): ClientProxy<AnyClient> {
    return new TargetsProxy(this.router, [{ to: 'all' }], textsOf('connection', connectionIds))
  }

  client(connectionId: string): SingleClientProxy<AnyClient> {
    return new ConnectionProxy(this.router, connectionId, this.#beforeInvoke)
  }

  clients(connectionIds: Iterable<string>): ClientProxy<AnyClient> {
    return new TargetsProxy(this.router, targetsOf('connection', connectionIds))
  }

  group(name: string): ClientProxy<AnyClient> {
    return new TargetsProxy(this.router, [targetOf('group', name)])
  }

  groups(names: Iterable<string>): ClientProxy<AnyClient> {
    return new TargetsProxy(this.router, [{ to: 'groups', names: [...textsOf('group', names)] }])
  }

  groupExcept(name: string, connectionIds: Iterable<string>): ClientProxy<AnyClient> {
    return new TargetsProxy(this.router, [targetOf('group', name)], textsOf('connection', connectionIds))
  }

  user(userId: string): ClientProxy<AnyClient> {
    return new TargetsProxy(this.router, [targetOf('user', userId)])
  }

  users(userIds: Iterable<string>): ClientProxy<AnyClient> {
    return new TargetsProxy(this.router, targetsOf('user', userIds))
  }
}

const descriptions = {
  connection: 'The id of a connection',
  group: 'The name of a group',
  user: 'The id of a user',
}
type Target = keyof typeof descriptions

/** @throws {TypeError} when the name is not a string */
function targetOf(to: Target, name: string): Recipients {
  requireString(descriptions[to], name)
  return { to, name }
}

const targetsOf = (to: Target, names: Iterable<string>): Recipients[] =>
  [...textsOf(to, names)].map((name) => ({ to, name }))

/**
 * Returns the names as a set. A string is one name, not an iterable of its letters: `allExcept(id)` excludes this id.
 * @throws {TypeError} when a name is not a string
 */
function textsOf(to: Target, names: Iterable<string>): ReadonlySet<string> {
  // Lets undefined fail the check below, because `allExcept` without ids would send to everybody.
  const texts = new Set(typeof names === 'string' || !names ? [names] : names)
  for (const text of texts) requireString(descriptions[to], text)
  return texts
}

class RoutedCallerClients extends RoutedClients implements CallerClients<AnyClient> {
  readonly #callerId: string
  readonly caller: SingleClientProxy<AnyClient>

  constructor(router: Router, callerId: string, beforeInvoke: () => void) {
    super(router, beforeInvoke)
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
  const change = async (kind: 'join' | 'leave', connectionId: string, group: string) => {
    requireString(descriptions.connection, connectionId)
    requireString(descriptions.group, group)
    await router.changeGroup(kind, connectionId, group)
  }
  return {
    add: (connectionId, group) => reportUnlessAwaited(change('join', connectionId, group), router.report),
    remove: (connectionId, group) => reportUnlessAwaited(change('leave', connectionId, group), router.report),
  }
}

/** Gives code outside the hub's methods access to the clients and groups of the hub. */
export function createHubContext(router: Router): HubContext {
  return { clients: new RoutedClients(router), groups: groupsOf(router) }
}

/**
 * Returns the clients and groups of a hub for one call.
 * @param beforeInvoke runs before the hub method waits for the result of a client
 */
export function createCallerContext(
  router: Router,
  callerId: string,
  beforeInvoke: () => void,
): { clients: CallerClients<AnyClient>; groups: Groups } {
  return { clients: new RoutedCallerClients(router, callerId, beforeInvoke), groups: groupsOf(router) }
}
