/** Types for the clients of a hub. This entry of the package has no code. */
import type { HubConnection, IStreamResult } from '@microsoft/signalr'
import type { MethodTypes } from './define-hub.ts'

/** The types of a hub method, taken from its definition: a function, or the result of `method`. */
type TypesOf<M> = M extends (ctx: never, ...args: infer A) => infer R
  ? { args: A; result: Awaited<R>; streams: false }
  : M extends { readonly types?: infer T }
    ? Extract<T, MethodTypes>
    : never

/**
 * The types of the streaming methods if `Streams` is true, otherwise of the methods that do not stream. This is a
 * mapped type, so that the compiler and the editor show the names of the methods.
 */
type Calls<M, Streams extends boolean> = {
  [N in keyof M & string as TypesOf<M[N]>['streams'] extends Streams ? N : never]: TypesOf<M[N]>
}

/**
 * The arguments that a client passes. It uploads a stream for each argument that the method reads as an async iterable.
 */
type Arguments<A extends unknown[]> = {
  [K in keyof A]: A[K] extends AsyncIterable<infer Item> ? IStreamResult<Item> : A[K]
}

/** The possible results of a client's method: anything when the server expects no result. */
type ClientResult<R> = [Awaited<R>] extends [Awaited<void>] ? unknown : R | Awaited<R> | Promise<Awaited<R>>

type AnyFunction = (...args: never[]) => unknown

/** The function that `on` accepts for a method of the client. */
export type ClientCallback<F> = (
  ...args: Parameters<Extract<F, AnyFunction>>
) => ClientResult<ReturnType<Extract<F, AnyFunction>>>

interface TypedCalls<C, M> {
  invoke<N extends keyof Calls<M, false>>(
    methodName: N,
    ...args: Arguments<Calls<M, false>[N]['args']>
  ): Promise<Calls<M, false>[N]['result']>
  send<N extends keyof Calls<M, false>>(methodName: N, ...args: Arguments<Calls<M, false>[N]['args']>): Promise<void>
  stream<N extends keyof Calls<M, true>>(
    methodName: N,
    ...args: Arguments<Calls<M, true>[N]['args']>
  ): IStreamResult<Calls<M, true>[N]['result']>
  on<N extends keyof C & string>(methodName: N, newMethod: ClientCallback<C[N]>): void
  off<N extends keyof C & string>(methodName: N, method?: ClientCallback<C[N]>): void
}

/**
 * A `HubConnection` of @microsoft/signalr whose methods have the types of a hub:
 * `const connection: HubConnectionOf<typeof chat> = new HubConnectionBuilder().withUrl('/chat').build()`.
 * A value of this type cannot be passed to code that expects a `HubConnection`. Pass the result of `build()` to such
 * code.
 */
export type HubConnectionOf<H extends { client?: unknown; methods: unknown }> = Omit<
  HubConnection,
  keyof TypedCalls<unknown, unknown>
> &
  TypedCalls<NonNullable<H['client']>, H['methods']>
