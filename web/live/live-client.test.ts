import { expect, it, vi } from 'vitest'

/** What the official client's builder has been told. */
const told = vi.hoisted(() => ({}) as Record<string, unknown[]>)

vi.mock('@microsoft/signalr', async (original) => {
  const builder: object = new Proxy(
    {},
    {
      get:
        (_, name) =>
        (...args: unknown[]) => {
          told[String(name)] = args
          return builder
        },
    },
  )
  class HubConnectionBuilder {
    constructor() {
      // biome-ignore lint/correctness/noConstructorReturn: what the builder's methods give is a builder, too.
      return builder
    }
  }
  return { ...(await original<object>()), HubConnectionBuilder }
})

it('S9.05 the client is built with a buffer of 100000 bytes and a long-poll timeout of 100 s', async () => {
  const { liveClient } = await import('./live-client.ts')
  const token = async () => ''
  const failures: unknown[] = []
  liveClient(token, (why) => failures.push(why))
  expect(told.withUrl).toEqual(['/hub', { accessTokenFactory: token, timeout: 100_000 }])
  expect(told.withStatefulReconnect).toEqual([{ bufferSize: 100_000 }])
  expect(told.withServerTimeout).toEqual([30_000])
  expect(told.withKeepAliveInterval).toEqual([15_000])
  const [policy] = told.withAutomaticReconnect as [{ nextRetryDelayInMilliseconds: (context: object) => number | null }]
  const delay = (previousRetryCount: number) =>
    policy.nextRetryDelayInMilliseconds({ previousRetryCount, retryReason: `why ${previousRetryCount}` })
  expect([0, 1, 2, 3, 4].map(delay)).toEqual([0, 2_000, 10_000, 30_000, null])
  expect(failures).toHaveLength(5)
})
