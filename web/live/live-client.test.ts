import { DefaultHttpClient, type HttpClient } from '@microsoft/signalr'
import { expect, it, onTestFinished, vi } from 'vitest'

/** The recorded calls to the connection builder of the official SignalR client. */
const builderCalls = vi.hoisted(() => ({}) as Record<string, unknown[]>)

vi.mock('@microsoft/signalr', async (original) => {
  const builder: object = new Proxy(
    {},
    {
      get:
        (_, name) =>
        (...args: unknown[]) => {
          builderCalls[String(name)] = args
          return builder
        },
    },
  )
  class HubConnectionBuilder {
    constructor() {
      // biome-ignore lint/correctness/noConstructorReturn: the test needs the builder that records calls, not a new object.
      return builder
    }
  }
  return { ...(await original<object>()), HubConnectionBuilder }
})

it('S9.05 builds the hub client with a buffer of 100000 bytes and a long-poll timeout of 100 s', async () => {
  const { createHubConnection } = await import('./live-client.ts')
  const token = async () => ''
  const failures: unknown[] = []
  createHubConnection(token, (why) => failures.push(why))
  expect(builderCalls.withUrl).toEqual([
    '/hub',
    { accessTokenFactory: token, timeout: 100_000, httpClient: expect.any(DefaultHttpClient) },
  ])
  expect(builderCalls.withStatefulReconnect).toEqual([{ bufferSize: 100_000 }])
  expect(builderCalls.withServerTimeout).toEqual([30_000])
  expect(builderCalls.withKeepAliveInterval).toEqual([15_000])
  const [policy] = builderCalls.withAutomaticReconnect as [
    { nextRetryDelayInMilliseconds: (context: object) => number | null },
  ]
  const delay = (previousRetryCount: number) =>
    policy.nextRetryDelayInMilliseconds({ previousRetryCount, retryReason: `why ${previousRetryCount}` })
  expect([0, 1, 2, 3, 4].map(delay)).toEqual([0, 2_000, 10_000, 30_000, null])
  expect(failures).toHaveLength(5)
})

it('a logout aborts a negotiation with a token, but no negotiation without a token', async () => {
  const { createHubConnection } = await import('./live-client.ts')
  const { clearSession } = await import('../api/tokens.ts')
  vi.stubGlobal('fetch', (_: string, { signal }: RequestInit) => {
    const aborted = Promise.withResolvers<never>()
    if (signal?.aborted) aborted.reject(signal.reason)
    signal?.addEventListener('abort', () => aborted.reject(signal.reason))
    return aborted.promise
  })
  onTestFinished(() => void vi.unstubAllGlobals())
  createHubConnection(
    async () => '',
    () => {},
  )
  const [, { httpClient }] = builderCalls.withUrl as [string, { httpClient: HttpClient }]
  const negotiate = (headers: Record<string, string>) => {
    const end = vi.fn<() => void>()
    const ended = httpClient.post('https://nebelhorn.example/hub/negotiate', { headers }).catch(end)
    return { end, ended }
  }
  const visitor = negotiate({})
  const reader = negotiate({ Authorization: 'Bearer token' })
  clearSession()
  await reader.ended
  expect(reader.end).toHaveBeenCalledOnce()
  expect(visitor.end).not.toHaveBeenCalled()
})
