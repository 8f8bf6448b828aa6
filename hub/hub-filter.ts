import type { AnyClient, ClientMethods } from './client-methods.ts'
import type { CallContext } from './context.ts'
import type { Identity } from './http/http-endpoint.ts'

/** A call of a hub method, as filters see it. */
export interface HubInvocation<C extends ClientMethods<C> = AnyClient, I extends Identity = Identity> {
  readonly ctx: CallContext<C, I>
  /** The name of the method in its hub, whichever case the client has written. */
  readonly method: string
  /** The arguments of the method after `parse`, those that are uploaded streams included. */
  readonly args: readonly unknown[]
}

/**
 * Code around the calls and the hooks of a hub, as the IHubFilter of ASP.NET Core. Each function calls `next` to go on
 * to the next filter, and in the end to the hub. Throwing a HubError refuses the call or the client.
 */
export interface HubFilter<C extends ClientMethods<C> = AnyClient, I extends Identity = Identity> {
  /** Runs around `onConnected`. */
  onConnected?(ctx: CallContext<C, I>, next: () => Promise<void>): unknown
  /**
   * Runs around each call. The result is that of the call.
   * @param next resolves with the result of the method. The result of a stream is its iterable, which has not been read
   */
  invokeMethod?(invocation: HubInvocation<C, I>, next: () => Promise<unknown>): unknown
  /** Runs around `onDisconnected`. */
  onDisconnected?(ctx: CallContext<C, I>, error: Error | undefined, next: () => Promise<void>): unknown
}
