import { expect } from 'vitest'
import { type Backplane, memoryBackplane } from '../hub.ts'
import { type ConformanceOptions, type ConformanceServer, serveConformanceHub } from './conformance-server.ts'
import { encodeMessages, negotiateConnectionUrl, parseJsonMessages } from './raw-client.ts'

/** Creates a backplane in memory that links hub servers. Closing one server does not end the link of the others. */
export const createSharedBackplane = (): Backplane => ({ ...memoryBackplane(), async close() {} })

/** Serves linked hub servers until the test ends. */
export async function serveLinkedServers(
  count: number,
  options: ConformanceOptions = {},
): Promise<ConformanceServer[]> {
  const backplane = createSharedBackplane()
  return Promise.all(Array.from({ length: count }, () => serveConformanceHub({ backplane, ...options })))
}

/** Serves two linked hub servers until the test ends. */
export async function serveServerPair(options: ConformanceOptions = {}) {
  const link = createSharedBackplane()
  const published: (() => void)[] = []
  const backplane: Backplane = {
    ...link,
    async publish(topic, bytes) {
      await link.publish(topic, bytes)
      for (const wake of published.splice(0)) wake()
    },
  }
  const [near, far] = await serveLinkedServers(2, { backplane, ...options })
  if (!near || !far) throw new Error('There are not two servers.')
  /** Negotiates with one server. Returns the URL of the connection at each server. */
  const negotiated = async (query?: string) => {
    const url = await negotiateConnectionUrl(near, query)
    return { nearUrl: url, farUrl: url.replace(near.origin, far.origin) }
  }
  /** Sends a request, waits until one server has forwarded it to the other, and advances the clocks of both servers. */
  const afterForwarding = async <T>(ms: number, send: () => Promise<T>): Promise<T> => {
    const forwarded = new Promise<void>((resolve) => published.push(resolve))
    const answer = send()
    await forwarded
    near.clock.advance(ms)
    far.clock.advance(ms)
    return answer
  }
  return { near, far, negotiated, afterForwarding }
}

/** Opens a connection by long polling at the near server. Its further requests go to the far server. */
export async function openPollingAtServerPair(options: ConformanceOptions = {}) {
  const pair = await serveServerPair(options)
  const urls = await pair.negotiated()
  await fetch(urls.nearUrl)
  await fetch(urls.farUrl, { method: 'POST', body: encodeMessages({ protocol: 'json', version: 1 }) })
  const answer = await (await fetch(urls.farUrl)).text()
  expect(parseJsonMessages(answer)).toEqual([{}])
  return { ...pair, ...urls }
}
