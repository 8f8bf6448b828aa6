import type { HubFilter } from '@hobohat/hub'

/** The running calls of each connection. The items of a connection are the key. */
const runningCalls = new WeakMap<object, Set<Promise<unknown>>>()

/** Lets `onDisconnected` wait for running methods, so that `hubs.close()` waits for them too. */
export const finishCalls: HubFilter = {
  async invokeMethod({ ctx }, next) {
    const calls = runningCalls.get(ctx.items) ?? new Set()
    const call = next()
    runningCalls.set(ctx.items, calls.add(call))
    try {
      return await call
    } finally {
      calls.delete(call)
    }
  },
  async onDisconnected(ctx, _error, next) {
    await next()
    await Promise.allSettled(runningCalls.get(ctx.items) ?? [])
  },
}
