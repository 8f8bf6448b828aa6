import type { AnyClient, ClientMethods } from './client-methods.ts'
import type { CallContext } from './context.ts'
import type { Identity } from './http/http-endpoint.ts'

/** A call of a hub method, as filters see it. */
export interface HubInvocation<C extends ClientMethods<C> = AnyClient, I extends Identity = Identity> {
  readonly ctx: CallContext<C, I>
  /** The name of the method as the hub defines it, even when the client writes it in other upper and lower case. */
  readonly method: string
  /** The arguments of the method after `parse`, including uploaded streams. */
  readonly args: readonly unknown[]
}

/**
 * Code around the calls and the hooks of a hub, like the IHubFilter of ASP.NET Core. Each function calls `next` to run
 * the next filter, or the hub itself after the last filter. Throwing a HubError refuses the call or the client.
 */
export interface HubFilter<C extends ClientMethods<C> = AnyClient, I extends Identity = Identity> {
  /** Runs around `onConnected`. */
  onConnected?: ((ctx: CallContext<C, I>, next: () => Promise<void>) => unknown) | undefined
  /**
   * Runs around each call. The result of the filter becomes the result of the call.
   * @param next resolves with the result of the method. The result of a stream is its iterable, which has not been read
   */
  invokeMethod?: ((invocation: HubInvocation<C, I>, next: () => Promise<unknown>) => unknown) | undefined
  /** Runs around `onDisconnected`. */
  onDisconnected?:
    | ((ctx: CallContext<C, I>, error: Error | undefined, next: () => Promise<void>) => unknown)
    | undefined
}
