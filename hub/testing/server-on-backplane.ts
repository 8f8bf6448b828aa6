import { type Backplane, type BackplaneState, defineHub, type HubContext, type HubOptions } from '../hub.ts'
import type { FakeClock } from './fake-clock.ts'
import { RawClient } from './raw-client.ts'
import { openHubServer } from './serve-hub.ts'

/** The methods of the clients. */
export interface TestClientMethods {
  told(text: string): void
  confirm(question: string): boolean
}

/** One of several hub servers on one backplane. */
export interface ServerOnBackplane {
  context: HubContext<TestClientMethods>
  clock: FakeClock
  errors: unknown[]
  /** Connects a client to this server. Returns it with its connection id. */
  connect(user?: string): Promise<{ client: RawClient; id: string }>
  close(): Promise<void>
}

/** Serves a hub until the test ends. The access token of a client is its user id. */
export async function serveHubOnBackplane(
  backplane: Backplane,
  { onBackplane, ...options }: HubOptions & { onBackplane?: (state: BackplaneState) => void } = {},
): Promise<ServerOnBackplane> {
  const hub = defineHub({
    client: {} as TestClientMethods,
    authenticate: ({ token }) => ({ userId: token ?? undefined }),
  }).methods({
    id: (ctx) => ctx.connectionId,
    setName(ctx, name: unknown) {
      ctx.data.name = name
    },
  })
  const { origin, hubs, clock, errors } = await openHubServer({ backplane, ...(onBackplane && { onBackplane }) })
  hubs.map('/hub', hub, options)
  const url = `${origin}/hub`
  return {
    context: hubs.context(hub),
    clock,
    errors,
    close: () => hubs.close({ graceMs: 0 }),
    async connect(user) {
      const client = await RawClient.connect(user ? `${url}?access_token=${user}` : url)
      client.send({ type: 1, invocationId: '0', target: 'id', arguments: [] })
      const [{ result } = {}] = await client.atLeast(1)
      client.received.length = 0
      return { client, id: String(result) }
    },
  }
}
