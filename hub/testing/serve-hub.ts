import { createServer } from 'node:http'
import { onTestFinished } from 'vitest'
import type { ClientMethods } from '../client-methods.ts'
import {
  attachHubServer,
  type ErrorContext,
  type HubDefinition,
  type HubOptions,
  type HubServer,
  type HubServerOptions,
  type Identity,
} from '../hub.ts'
import { createFakeClock, type FakeClock } from './fake-clock.ts'
import { listenOnAnyPort } from './listen-on-any-port.ts'
import type { RawMessage } from './raw-client.ts'

/** Serves the hubs that the caller maps, until the test ends. Collects the reported `errors` and their `contexts`. */
export async function openHubServer(
  options: Omit<HubServerOptions, 'clock' | 'onError'> = {},
): Promise<{ origin: string; hubs: HubServer; clock: FakeClock; errors: unknown[]; contexts: ErrorContext[] }> {
  const server = createServer()
  const clock = createFakeClock()
  const errors: unknown[] = []
  const contexts: ErrorContext[] = []
  const hubs = attachHubServer(server, {
    ...options,
    clock,
    onError(error, context) {
      errors.push(error)
      contexts.push(context)
    },
  })
  const origin = `http://127.0.0.1:${await listenOnAnyPort(server)}`
  onTestFinished(async () => {
    await hubs.close({ graceMs: 0 })
    server.close()
  })
  return { origin, hubs, clock, errors, contexts }
}

/** Serves a hub until the test ends. `errors` collects the reported errors. */
export async function serveHub<C extends ClientMethods<C>, I extends Identity>(
  definition: HubDefinition<C, I>,
  options: HubOptions = {},
): Promise<{ url: string; hubs: HubServer; clock: FakeClock; errors: unknown[]; contexts: ErrorContext[] }> {
  const { origin, ...rest } = await openHubServer()
  rest.hubs.map('/hub', definition, options)
  return { url: `${origin}/hub`, ...rest }
}

/** Returns a call without arguments that expects an answer. */
export function createCallMessage(target: string, invocationId: string, streamIds?: string[]): RawMessage {
  return { type: 1, invocationId, target, arguments: [], ...(streamIds && { streamIds }) }
}
