/** Types for the clients of a hub. This entry of the package has no code. */
import type { HubConnection, IStreamResult } from '@microsoft/signalr'
import type { MethodTypes } from './define-hub.ts'

/** The types of a hub method, taken from its definition: a function, or the result of `method`. */
type TypesOf<M> = M extends (ctx: never, ...args: infer A) => infer R
  ? { args: A; result: Awaited<R>; streams: false }
  : M extends { readonly types?: infer T }
    ? Extract<T, MethodTypes>
    : never

/** The names of the methods that stream when `Streams` is true, otherwise the names of the other methods. */
type Names<M, Streams extends boolean> = {
  [N in keyof M]: TypesOf<M[N]>['streams'] extends Streams ? N : never
}[keyof M] &
  string

/**
 * The arguments that a client passes. It uploads a stream for each argument that the method reads as an async iterable.
 */
type Arguments<A extends unknown[]> = {
  [K in keyof A]: A[K] extends AsyncIterable<infer Item> ? IStreamResult<Item> : A[K]
}

/** The possible results of a client's method: anything when the server expects no result. */
type ClientResult<R> = [Awaited<R>] extends [Awaited<void>] ? unknown : R | Awaited<R> | Promise<Awaited<R>>

/** The callback that `on` accepts for a method of the client. */
type Callback<F> = F extends (...args: infer A) => infer R ? (...args: A) => ClientResult<R> : never

interface TypedCalls<C, M> {
  invoke<N extends Names<M, false>>(
    methodName: N,
    ...args: Arguments<TypesOf<M[N]>['args']>
  ): Promise<TypesOf<M[N]>['result']>
  send<N extends Names<M, false>>(methodName: N, ...args: Arguments<TypesOf<M[N]>['args']>): Promise<void>
  stream<N extends Names<M, true>>(
    methodName: N,
    ...args: Arguments<TypesOf<M[N]>['args']>
  ): IStreamResult<TypesOf<M[N]>['result']>
  on<N extends keyof C & string>(methodName: N, newMethod: Callback<C[N]>): void
  off<N extends keyof C & string>(methodName: N, method?: Callback<C[N]>): void
}

/**
 * A `HubConnection` of @microsoft/signalr whose methods have the types of a hub:
 * `const connection: HubConnectionOf<typeof chat> = new HubConnectionBuilder().withUrl('/chat').build()`.
 * Code that expects a `HubConnection` can use the result of `build()` before it is assigned to this type.
 */
export type HubConnectionOf<H extends { client?: unknown; methods: unknown }> = Omit<
  HubConnection,
  keyof TypedCalls<unknown, unknown>
> &
  TypedCalls<NonNullable<H['client']>, H['methods']>
