import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import type { ClientMethods } from '../client-methods.ts'
import { attachHubServer, type HubDefinition, type HubOptions, type HubServer, type Identity } from '../hub.ts'
import { fakeClock } from './fake-clock.ts'
import type { RawMessage } from './raw-client.ts'

/** Serves a hub until the test ends. `errors` collects the reported errors. */
export async function serveHub<C extends ClientMethods<C>, I extends Identity>(
  definition: HubDefinition<C, I>,
  options: HubOptions = {},
): Promise<{ url: string; hubs: HubServer; errors: unknown[] }> {
  const server = createServer()
  const errors: unknown[] = []
  const hubs = attachHubServer(server, { clock: fakeClock(), onError: (error) => errors.push(error) })
  hubs.map('/hub', definition, options)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(async () => {
    await hubs.close({ graceMs: 0 })
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hub`, hubs, errors }
}

/** Returns a call without arguments that expects an answer. */
export function call(target: string, invocationId: string, streamIds?: string[]): RawMessage {
  return { type: 1, invocationId, target, arguments: [], ...(streamIds && { streamIds }) }
}
