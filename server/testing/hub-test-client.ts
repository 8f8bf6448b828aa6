import { HttpTransportType, type HubConnection, HubConnectionBuilder, LogLevel } from '@microsoft/signalr'
import { expect, onTestFinished } from 'vitest'
import { HUB_PATH, type HubClientMethods } from '#contract/live.ts'

/** A client of the hub, as a page of the site uses it, with the events that it has received. */
export interface HubTestClient {
  client: HubConnection
  /** Returns the payloads of an event, oldest first. */
  received: <E extends keyof HubClientMethods>(event: E) => Parameters<HubClientMethods[E]>[0][]
  /** Resolves when an event has been received `count` times. */
  until: <E extends keyof HubClientMethods>(event: E, count: number) => Promise<Parameters<HubClientMethods[E]>[0][]>
  watch: (pageUrl: unknown) => Promise<void>
  /** Resolves when the connection has ended and the client does not reconnect. */
  ended: Promise<void>
}

const events: (keyof HubClientMethods)[] = [
  'commentSaved',
  'commentRemoved',
  'commentsChanged',
  'noticesChanged',
  'toolsChanged',
  'moderationChanged',
  'orderChanged',
  'kitchenChanged',
  'versionServed',
  'readersChanged',
  'eventsMissed',
]

export interface HubTestClientOptions {
  token?: string
  transport?: HttpTransportType
  headers?: Record<string, string>
}

/**
 * Connects to the hub of a site as a page does. The connection is closed when the test is over. Rejects when the client
 * cannot connect.
 */
export async function connectHubTestClient(origin: string, options: HubTestClientOptions = {}): Promise<HubTestClient> {
  const { token = '', transport = HttpTransportType.WebSockets, headers = {} } = options
  const client = new HubConnectionBuilder()
    .withUrl(origin + HUB_PATH, { accessTokenFactory: () => token, transport, headers })
    .withStatefulReconnect()
    .configureLogging(LogLevel.None)
    .build()
  const receivedEvents: { event: keyof HubClientMethods; payload: unknown }[] = []
  for (const event of events) client.on(event, (payload) => receivedEvents.push({ event, payload }))
  const told = ((event) =>
    receivedEvents
      .filter((received) => received.event === event)
      .map(({ payload }) => payload)) as HubTestClient['received']
  const ended = new Promise<void>((resolve) => client.onclose(() => resolve()))
  await client.start()
  onTestFinished(() => client.stop())
  return {
    client,
    received: told,
    until: async (event, count) => {
      await expect.poll(() => told(event).length, { timeout: 5_000 }).toBeGreaterThanOrEqual(count)
      return told(event)
    },
    watch: (pageUrl) => client.invoke('watchPage', pageUrl),
    ended,
  }
}
