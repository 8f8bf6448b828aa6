import type { AnyClient, ClientMethods } from './client-methods.ts'
import type { CallContext } from './context.ts'
import type { ClientRequest, Identity } from './http/http-hub.ts'

/** A hub method as the application writes it. The parameters are the context and the arguments of the client. */
type Handler<C extends ClientMethods<C>, I extends Identity> = (ctx: CallContext<C, I>, ...args: never[]) => unknown

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

/**
 * Makes a method whose result is a stream. Clients call it with `connection.stream`.
 * @param handler returns an iterable. When a client cancels the stream, `return()` of the iterator is called and
 * `ctx.signal` is aborted.
 */
export function stream<C extends ClientMethods<C> = AnyClient, I extends Identity = Identity>(
  handler: ((ctx: CallContext<C, I>, ...args: never[]) => AsyncIterable<unknown> | Iterable<unknown>) | HubMethod<C, I>,
): HubMethod<C, I> {
  return new HubMethod<C, I>(handler, { streams: true })
}

/**
 * Makes a method that takes `count` streams of the client, as the second argument of the handler.
 * Reading a stream rejects when the client ends the stream with an error or disconnects.
 */
export function upload<C extends ClientMethods<C> = AnyClient, I extends Identity = Identity>(
  count: number,
  handler: ((ctx: CallContext<C, I>, streams: AsyncIterable<unknown>[], ...args: never[]) => unknown) | HubMethod<C, I>,
): HubMethod<C, I> {
  return new HubMethod<C, I>(handler, { uploads: count })
}

/**
 * Makes a method whose arguments are parsed before it runs.
 * @param parse converts the arguments of the client to those of the handler, or throws, such as
 * `z.tuple([z.string()]).parse`. The client gets the message of a HubError, but not of any other error.
 */
export function checked<A extends unknown[], C extends ClientMethods<C> = AnyClient, I extends Identity = Identity>(
  parse: (args: unknown[]) => A,
  handler: ((ctx: CallContext<C, I>, ...args: A) => unknown) | HubMethod<C, I>,
): HubMethod<C, I> {
  // The result of `parse` has the type of the handler's arguments, A. The type never[] cannot express that.
  return new HubMethod<C, I>(handler as never, { parse })
}

/** The application's part of a hub. */
export interface HubDefinition<C extends ClientMethods<C> = AnyClient, I extends Identity = Identity> {
  /**
   * Returns the identity of the client of a request, or null to refuse the request with 401. Called for every request.
   * Without this hook every client is anonymous.
   */
  authenticate?(request: ClientRequest): Promise<I | null> | I | null
  /** Runs before the first call of a client. Throwing refuses the client, which does not reconnect by itself. */
  onConnected?(ctx: CallContext<C, I>): unknown
  /**
   * Runs once for each client whose `onConnected` has ended. `error` is undefined when the client or the server closed
   * properly.
   */
  onDisconnected?(ctx: CallContext<C, I>, error: Error | undefined): unknown
  /** The methods that clients may call. Upper and lower case do not matter in their names. */
  methods: Record<string, Handler<C, I> | HubMethod<C, I>>
}

/**
 * Defines a hub. `C` is the type of its clients' methods, `I` the type that `authenticate` returns.
 * @throws {TypeError} when the names of two methods differ only in upper and lower case
 */
export function defineHub<C extends ClientMethods<C> = AnyClient, I extends Identity = Identity>(
  definition: HubDefinition<C, I>,
): HubDefinition<C, I> {
  methodsByName(definition)
  return definition
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
