import { onTestFinished } from 'vitest'
import { createBalancer } from './balancer.ts'
import { listenOnAnyPort } from './listen-on-any-port.ts'

/**
 * Serves a proxy until the test ends. It sends each request to the next server. `counts[i]` is the number of requests
 * to server i.
 */
export async function serveRoundRobinProxy(origins: readonly string[]): Promise<{ url: string; counts: number[] }> {
  const counts = origins.map(() => 0)
  let turn = 0
  const server = createBalancer(() => {
    const at = turn++ % origins.length
    counts[at] = (counts[at] ?? 0) + 1
    return [origins[at] ?? '']
  })
  const port = await listenOnAnyPort(server)
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  return { url: `http://127.0.0.1:${port}/hub`, counts }
}
