import type { AnyClient, ClientMethods } from './client-methods.ts'
import type { CallContext } from './context.ts'
import { HubError } from './errors.ts'
import type { ClientRequest } from './http/client-request.ts'
import type { Identity } from './http/http-hub.ts'
import type { HubFilter } from './hub-filter.ts'

/** A hub method as the application writes it. The parameters are the context and the arguments of the client. */
type Handler<C extends ClientMethods<C>, I extends Identity> = (ctx: CallContext<C, I>, ...args: never[]) => unknown

/** The types of a method for its clients. `uploads` has the types of the items of each uploaded stream. */
export interface MethodTypes {
  args: unknown[]
  uploads: unknown[]
  /** The result of the method, or the type of the items of its stream. */
  result: unknown
  streams: boolean
}

/** A handler with the properties that `stream`, `upload` and `checked` give it. */
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

/** A method with its types for clients. */
export interface TypedMethod<C extends ClientMethods<C>, I extends Identity, T extends MethodTypes>
  extends HubMethod<C, I> {
  /** Never set. Keeps the types. */
  readonly types?: T
}

type Items<T> = AsyncIterable<T> | Iterable<T>

/**
 * Makes a method whose result is a stream. Clients call it with `connection.stream`.
 * @param handler returns an iterable. When a client cancels the stream, `return()` of the iterator is called and
 * `ctx.signal` is aborted.
 */
export function stream<
  C extends ClientMethods<C> = AnyClient,
  I extends Identity = Identity,
  A extends unknown[] = [],
  T = unknown,
  U extends unknown[] = [],
>(
  handler:
    | ((ctx: CallContext<C, I>, ...args: A) => Items<T>)
    | TypedMethod<C, I, { args: A; uploads: U; result: Items<T>; streams: false }>,
): TypedMethod<C, I, { args: A; uploads: U; result: T; streams: true }> {
  return new HubMethod<C, I>(handler as never, { streams: true })
}

/** The types of the items of streams. */
type ItemsOf<S> = { [K in keyof S]: S[K] extends AsyncIterable<infer T> ? T : never }

/**
 * Makes a method that takes `count` streams of the client, as the second argument of the handler. In its own arguments,
 * a client passes the streams first. Reading a stream rejects when the client ends the stream with an error or
 * disconnects.
 */
export function upload<
  C extends ClientMethods<C> = AnyClient,
  I extends Identity = Identity,
  S extends AsyncIterable<unknown>[] = AsyncIterable<unknown>[],
  A extends unknown[] = [],
  R = unknown,
>(
  count: S['length'],
  handler: (ctx: CallContext<C, I>, streams: S, ...args: A) => R,
): TypedMethod<C, I, { args: A; uploads: ItemsOf<S>; result: Awaited<R>; streams: false }> {
  return new HubMethod<C, I>(handler as never, { uploads: count })
}

/**
 * Makes a method whose arguments are parsed before it runs.
 * @param parse converts the arguments of the client to those of the handler, or throws, such as
 * `z.tuple([z.string()]).parse`. The client gets the message of a HubError, but not of any other error.
 */
export function checked<
  A extends unknown[],
  C extends ClientMethods<C> = AnyClient,
  I extends Identity = Identity,
  R = unknown,
  U extends unknown[] = [],
  B extends boolean = false,
>(
  parse: (args: unknown[]) => A,
  handler:
    | ((ctx: CallContext<C, I>, ...args: A) => R)
    | TypedMethod<C, I, { args: A; uploads: U; result: R; streams: B }>,
): TypedMethod<C, I, { args: A; uploads: U; result: Awaited<R>; streams: B }> {
  return new HubMethod<C, I>(handler as never, { parse })
}

/**
 * Makes a method that runs only when `check` returns true. Otherwise the call fails with an error that says so.
 * @param check gets the context and the arguments, after `checked` has parsed them and without uploaded streams
 */
export function authorized<
  C extends ClientMethods<C> = AnyClient,
  I extends Identity = Identity,
  K extends unknown[] = [],
  A extends [...K, ...unknown[]] = [...K, ...unknown[]],
  R = unknown,
  U extends unknown[] = [],
  B extends boolean = false,
>(
  check: (ctx: CallContext<C, I>, ...args: K) => boolean | Promise<boolean>,
  method:
    | ((ctx: CallContext<C, I>, ...args: A) => R)
    | TypedMethod<C, I, { args: A; uploads: U; result: R; streams: B }>,
): TypedMethod<C, I, { args: A; uploads: U; result: Awaited<R>; streams: B }> {
  const { handler, ...traits } = new HubMethod<C, I>(method as never)
  const guarded: Handler<C, I> = async (ctx, ...all) => {
    const args = traits.uploads > 0 ? all.slice(1) : all
    if (!(await check(ctx, ...(args as never)))) throw new HubError('The user may not call this method.')
    return handler(ctx, ...all)
  }
  return new HubMethod(guarded, traits)
}

/** The methods of a hub by name. */
type Methods<C extends ClientMethods<C>, I extends Identity> = Record<string, Handler<C, I> | HubMethod<C, I>>

/** The settings of a hub: everything but its methods. */
export interface HubSettings<C extends ClientMethods<C> = AnyClient, I extends Identity = Identity> {
  /** Gives the type of the clients' methods: `{} as Client`. The value is not used. By default, any method is allowed. */
  client?: C
  /**
   * Returns the identity of the client of a request, or null to refuse the request with 401. Called for every request.
   * Without this hook every client is anonymous. Stands before the hooks that use the identity, so that TypeScript
   * infers its type.
   */
  authenticate?(request: ClientRequest): Promise<I | null> | I | null
  /** Filters around the calls and hooks of the hub, the first one outermost. */
  filters?: readonly HubFilter<NoInfer<C>, NoInfer<I>>[]
  /**
   * Runs before the first call of a client. Throwing refuses the client, which does not reconnect by itself and gets no
   * `onDisconnected`.
   */
  onConnected?(ctx: CallContext<C, I>): unknown
  /**
   * Runs once for each client whose `onConnected` has succeeded, after its connection has left its groups and `list()`.
   * `error` is undefined when the client or the server closed the connection, when an event stream has ended, and when
   * the client of a stateful reconnect has come back through another process.
   */
  onDisconnected?(ctx: CallContext<C, I>, error: Error | undefined): unknown
}

/** The application's part of a hub. */
export interface HubDefinition<
  C extends ClientMethods<C> = AnyClient,
  I extends Identity = Identity,
  M extends Methods<C, I> = Methods<C, I>,
> extends HubSettings<C, I> {
  /** The methods that clients may call. Upper and lower case do not matter in their names. */
  methods: M
}

/**
 * Defines a hub: `defineHub({ client: {} as Client }).methods({ … })`. The settings and the methods are two steps, so
 * that the methods know the types of the clients and of the identity.
 */
export function defineHub<C extends ClientMethods<C> = AnyClient, I extends Identity = Identity>(
  settings: HubSettings<C, I> = {},
): {
  /** @throws {TypeError} when the names of two methods differ only in upper and lower case */
  methods<M extends Methods<C, I>>(methods: M): HubDefinition<C, I, M>
} {
  return {
    methods(methods) {
      const definition = { ...settings, methods }
      methodsByName(definition)
      return definition
    },
  }
}

/** Returns the methods by their names in lower case, because clients may write the names in upper or lower case. */
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
