import type { CallContext } from './context.ts'
import type { ClientRequest, Identity } from './http/connections.ts'

/** The methods a client offers to the server, as an interface: `{ commentAdded(comment: Comment): void }`. */
export type ClientMethods<C> = { [M in keyof C]: (...args: never[]) => unknown }

/** A client of which nothing is known: any method, any arguments. */
export type AnyClient = Record<string, (...args: unknown[]) => unknown>

/** A hub method as it is written: the context, then what the client sent. */
type Handler<C extends ClientMethods<C>, I extends Identity> = (ctx: CallContext<C, I>, ...args: never[]) => unknown

/** What `stream`, `upload` and `checked` make of a handler: the handler with what is true of it. */
export class HubMethod<C extends ClientMethods<C> = AnyClient, I extends Identity = Identity> {
  readonly handler: Handler<C, I>
  readonly streams: boolean
  readonly uploads: number
  readonly parse: ((args: unknown[]) => unknown[]) | null

  constructor(
    handler: Handler<C, I> | HubMethod<C, I>,
    traits: Partial<Pick<HubMethod, 'streams' | 'uploads' | 'parse'>> = {},
  ) {
    const inner = handler instanceof HubMethod ? handler : { handler, streams: false, uploads: 0, parse: null }
    this.handler = inner.handler
    this.streams = traits.streams ?? inner.streams
    this.uploads = traits.uploads ?? inner.uploads
    this.parse = traits.parse ?? inner.parse
  }
}

/**
 * A method whose result is a stream: clients call it with `connection.stream`.
 * @param handler returns an iterable; the client's cancelling ends it by `return()` and aborts `ctx.signal`
 */
export function stream<C extends ClientMethods<C> = AnyClient, I extends Identity = Identity>(
  handler: ((ctx: CallContext<C, I>, ...args: never[]) => AsyncIterable<unknown> | Iterable<unknown>) | HubMethod<C, I>,
): HubMethod<C, I> {
  return new HubMethod<C, I>(handler, { streams: true })
}

/**
 * A method that takes `count` streams from the client, as the second argument of the handler.
 * Reading a stream rejects when the client ends it with an error or goes away.
 */
export function upload<C extends ClientMethods<C> = AnyClient, I extends Identity = Identity>(
  count: number,
  handler: ((ctx: CallContext<C, I>, streams: AsyncIterable<unknown>[], ...args: never[]) => unknown) | HubMethod<C, I>,
): HubMethod<C, I> {
  return new HubMethod<C, I>(handler, { uploads: count })
}

/**
 * A method whose arguments are parsed before it runs.
 * @param parse takes what the client sent and returns the arguments, or throws: `z.tuple([z.string()]).parse` fits. A
 * HubError is shown to the client, anything else is not.
 */
export function checked<A extends unknown[], C extends ClientMethods<C> = AnyClient, I extends Identity = Identity>(
  parse: (args: unknown[]) => A,
  handler: ((ctx: CallContext<C, I>, ...args: A) => unknown) | HubMethod<C, I>,
): HubMethod<C, I> {
  // What `parse` returns is what `handler` takes: both are typed by A, which never[] cannot say.
  return new HubMethod<C, I>(handler as never, { parse })
}

/** Everything an application says of one hub. */
export interface HubDefinition<C extends ClientMethods<C> = AnyClient, I extends Identity = Identity> {
  /** Who the client of a request is, null for nobody we let in (401). Called for every request. Without it anybody may come. */
  authenticate?(request: ClientRequest): Promise<I | null> | I | null
  /** Runs before the first call of a client. Throwing refuses the client, for good. */
  onConnected?(ctx: CallContext<C, I>): unknown
  /** Runs once for every client for which `onConnected` was through. `error`: why, undefined for a proper goodbye. */
  onDisconnected?(ctx: CallContext<C, I>, error: Error | undefined): unknown
  /** What clients may call, whatever the case they write it in. */
  methods: Record<string, Handler<C, I> | HubMethod<C, I>>
}

/**
 * Describes a hub. `C`: the methods of its clients; `I`: what `authenticate` returns.
 * @throws {TypeError} when two methods differ in case alone
 */
export function defineHub<C extends ClientMethods<C> = AnyClient, I extends Identity = Identity>(
  definition: HubDefinition<C, I>,
): HubDefinition<C, I> {
  methodsByName(definition)
  return definition
}

/** The methods by their name in lower case, as clients may write them in any. */
export function methodsByName<C extends ClientMethods<C>, I extends Identity>(
  definition: HubDefinition<C, I>,
): Map<string, HubMethod<C, I>> {
  const methods = new Map<string, HubMethod<C, I>>()
  for (const [name, method] of Object.entries(definition.methods)) {
    const key = name.toLowerCase()
    if (methods.has(key)) throw new TypeError(`Two methods are called ${name}: clients may write names in any case.`)
    methods.set(key, method instanceof HubMethod ? method : new HubMethod<C, I>(method))
  }
  return methods
}
