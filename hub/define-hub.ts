import type { AnyClient, ClientMethods } from './client-methods.ts'
import type { CallContext } from './context.ts'
import { HubError } from './errors.ts'
import type { ClientRequest } from './http/client-request.ts'
import type { Identity } from './http/http-endpoint.ts'
import type { HubFilter } from './hub-filter.ts'

/** The function of a hub method. The parameters are the context and the arguments of the client. */
type Handler<C extends ClientMethods<C>, I extends Identity> = (ctx: CallContext<C, I>, ...args: never[]) => unknown

/**
 * The types of a method for its clients. An async iterable in `args` is a stream that a client uploads.
 */
export interface MethodTypes {
  args: unknown[]
  /** The result of the method, or the type of the items of its stream. */
  result: unknown
  streams: boolean
}

/** A handler with the properties that `method` gives it. */
export class HubMethod<C extends ClientMethods<C> = AnyClient, I extends Identity = Identity> {
  readonly handler: Handler<C, I>
  readonly streams: boolean
  readonly uploads: number
  readonly parse: ((args: unknown[]) => unknown[]) | undefined

  constructor(
    handler: Handler<C, I>,
    { streams = false, uploads = 0, parse }: { [K in 'streams' | 'uploads' | 'parse']?: HubMethod[K] | undefined } = {},
  ) {
    this.handler = handler
    this.streams = streams
    this.uploads = uploads
    this.parse = parse
  }

  /**
   * Returns the method with code around its handler.
   * @param wrap gets the arguments after `parse`, and `next`, which calls the handler with them
   */
  around(wrap: (ctx: CallContext<C, I>, args: unknown[], next: () => Promise<unknown>) => unknown): HubMethod<C, I> {
    const { handler } = this
    return new HubMethod((ctx, ...args) => wrap(ctx, args, async () => handler(ctx, ...args)), this)
  }
}

/** A method with its types for clients. */
export interface TypedMethod<C extends ClientMethods<C>, I extends Identity, T extends MethodTypes>
  extends HubMethod<C, I> {
  /** Never set. It only lets TypeScript remember the types. */
  readonly types?: T
}

/**
 * Whether a value of a type is read piece by piece. False for `any`, and for the result of a method that only throws.
 */
type IsStream<T> = [T] extends [never] ? false : T extends AsyncIterable<unknown> | Iterator<unknown> ? true : false

/**
 * Accepts every result except a stream. If the result is a stream, the compiler shows the text of this type as its
 * error.
 */
type PlainResult<R> =
  IsStream<Awaited<R>> extends true ? 'The result is a stream: declare it by method({ streams: true }, …).' : unknown

/** The number of streams at the start of the arguments; `number` when the types of the arguments are unknown. */
type UploadsOf<A extends unknown[], Streams extends unknown[] = []> = A extends [infer First, ...infer Rest]
  ? IsStream<First> extends true
    ? UploadsOf<Rest, [...Streams, First]>
    : 0 extends UploadsOf<Rest>
      ? Streams['length']
      : 'The streams must be the first arguments.'
  : number extends A['length']
    ? number
    : Streams['length']

type Items<T> = AsyncIterable<T> | Iterable<T>
type ResultOf<R, S> = S extends true ? (Awaited<R> extends Items<infer T> ? T : never) : Awaited<R>

/** The options of a method. */
export interface MethodOptions<
  C extends ClientMethods<C>,
  I extends Identity,
  K extends unknown[],
  A extends unknown[],
  S extends boolean,
> {
  /** Whether the result is a stream, which clients get by `connection.stream`. The handler returns an iterable. */
  streams?: S | undefined
  /**
   * The number of streams that clients upload, 0 by default. The streams are the first arguments: the parameters of the
   * handler that are async iterables. If the client ends a stream with an error or disconnects, the iteration over the
   * stream throws.
   */
  uploads?: UploadsOf<A> | undefined
  /**
   * Converts the arguments of the client, including its streams, to the arguments of the handler. Throws when the
   * client's arguments are invalid. An example is `z.tuple([z.string()]).parse`. The client gets the message of a
   * HubError, but not of any other error.
   */
  parse?: ((args: unknown[]) => A) | undefined
  /**
   * Returns whether the client may call the method. If `authorize` returns false, the client gets an error that says
   * so. `authorize` gets the arguments of the handler. Declare the types of the arguments that it uses. Arguments at
   * the end may be left out.
   */
  authorize?: ((ctx: CallContext<C, I>, ...args: K) => boolean | Promise<boolean>) | undefined
}

/**
 * Defines a method that streams, takes uploads, or checks its arguments or its caller. Any other method is a function.
 * @param handler runs the method. When a client cancels a stream, `return()` of its iterator is called and `ctx.signal`
 * is aborted.
 */
export function method<
  C extends ClientMethods<C> = AnyClient,
  I extends Identity = Identity,
  K extends unknown[] = unknown[],
  A extends [...K, ...unknown[]] = [...K, ...unknown[]],
  R = unknown,
  S extends boolean = false,
>(
  {
    authorize,
    ...traits
  }: MethodOptions<C, I, K, A, S> & (0 extends UploadsOf<A> ? unknown : { uploads: UploadsOf<A> }),
  handler: (
    ctx: CallContext<C, I>,
    ...args: A
  ) => R & (S extends true ? Items<unknown> | Promise<Items<unknown>> : PlainResult<R>),
): TypedMethod<C, I, { args: A; result: ResultOf<R, S>; streams: S }> {
  const method = new HubMethod<C, I>(handler as unknown as Handler<C, I>, traits)
  if (!authorize) return method
  return method.around(async (ctx, args, next) => {
    if (!(await authorize(ctx, ...(args as K)))) throw new HubError('The user may not call this method.')
    return next()
  })
}

/** Returns the HubMethod for a method that an application has defined as a function or with `method`. */
export function toHubMethod<C extends ClientMethods<C>, I extends Identity>(
  definition: Handler<C, I> | HubMethod<C, I>,
): HubMethod<C, I> {
  return definition instanceof HubMethod ? definition : new HubMethod(definition)
}

/** A method as a function, with parameters of any types. A parameter without a declared type is `unknown`. */
type PlainMethod<C extends ClientMethods<C>, I extends Identity> = Handler<C, I> &
  // TypeScript accepts functions with narrower parameters for a method signature, but not for a function type.
  { of(ctx: never, ...args: unknown[]): unknown }['of']

/** The methods of a hub by name. */
type Methods<C extends ClientMethods<C>, I extends Identity> = Record<string, PlainMethod<C, I> | HubMethod<C, I>>

/** Accepts a record of methods when each method that streams or takes uploads is declared with `method`. */
type Declared<M> = {
  [N in keyof M]: M[N] extends (ctx: never, ...args: infer A) => infer R
    ? 0 extends UploadsOf<A>
      ? PlainResult<R>
      : 'An argument is a stream: declare it by method({ uploads: 1 }, …).'
    : unknown
}

/** The settings of a hub: everything but its methods. */
export interface HubSettings<C extends ClientMethods<C> = AnyClient, I extends Identity = Identity> {
  /**
   * Gives the type of the clients' methods: `{} as Client`. The value is not used. By default, any method is allowed.
   */
  client?: C | undefined
  /**
   * Returns the identity of the client of a request, or null to refuse the request with 401. Called for every request.
   * Without this hook every client is anonymous. Write it before the hooks that use the identity, so that
   * TypeScript infers the type of the identity.
   */
  authenticate?: ((request: ClientRequest) => Promise<I | null> | I | null) | undefined
  /** Filters that run around the calls and hooks of the hub. The first filter is the outermost. */
  filters?: readonly HubFilter<NoInfer<C>, NoInfer<I>>[] | undefined
  /**
   * Runs before the first call of a client. If it throws, the client is refused: `onDisconnected` does not run, and the
   * client does not reconnect by itself.
   */
  onConnected?: ((ctx: CallContext<C, I>) => unknown) | undefined
  /**
   * Runs once for each client whose `onConnected` has succeeded, after its connection has left its groups and `list()`.
   * `error` is undefined when the client or the server closed the connection, and when an event stream has ended. It is
   * also undefined when the client of a stateful reconnect has come back through another process.
   */
  onDisconnected?: ((ctx: CallContext<C, I>, error: Error | undefined) => unknown) | undefined
}

/** The settings and the methods that an application defines for a hub. */
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
  methods<M extends Methods<C, I>>(methods: M & Declared<M>): HubDefinition<C, I, M>
} {
  return {
    methods(methods) {
      const definition = { ...settings, methods }
      indexMethodsByName(definition)
      return definition
    },
  }
}

/** Returns the methods by their names in lower case, because clients may write the names in upper or lower case. */
export function indexMethodsByName<C extends ClientMethods<C>, I extends Identity>(
  definition: HubDefinition<C, I>,
): Map<string, HubMethod<C, I>> {
  const methods = new Map<string, HubMethod<C, I>>()
  for (const [name, method] of Object.entries(definition.methods)) {
    const key = name.toLowerCase()
    if (methods.has(key)) throw new TypeError(`Two methods are called ${name}: clients may write names in any case.`)
    methods.set(key, toHubMethod(method))
  }
  return methods
}
