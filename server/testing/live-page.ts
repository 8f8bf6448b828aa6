import { HttpTransportType, type HubConnection, HubConnectionBuilder, LogLevel } from '@microsoft/signalr'
import { expect, onTestFinished } from 'vitest'
import { HUB_PATH, type HubClientMethods } from '#contract/live.ts'

/** An open page, as the hub sees it: the official client, and what it has been told. */
export interface LivePage {
  client: HubConnection
  /** What came of one event, oldest first. */
  told: <E extends keyof HubClientMethods>(event: E) => Parameters<HubClientMethods[E]>[0][]
  /** Resolves when that much has come of an event. */
  until: <E extends keyof HubClientMethods>(event: E, count: number) => Promise<Parameters<HubClientMethods[E]>[0][]>
  watch: (pageUrl: unknown) => Promise<void>
  /** Resolves when the connection has ended for good. */
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
]

export interface LivePageOptions {
  token?: string
  transport?: HttpTransportType
  headers?: Record<string, string>
}

/** Connects to the hub of a site as a page does; ends with the test. Rejects as the client does. */
export async function openLivePage(origin: string, options: LivePageOptions = {}): Promise<LivePage> {
  const { token = '', transport = HttpTransportType.WebSockets, headers = {} } = options
  const client = new HubConnectionBuilder()
    .withUrl(origin + HUB_PATH, { accessTokenFactory: () => token, transport, headers })
    .withStatefulReconnect()
    .configureLogging(LogLevel.None)
    .build()
  const heard: { event: keyof HubClientMethods; news: unknown }[] = []
  for (const event of events) client.on(event, (news) => heard.push({ event, news }))
  const told = ((event) => heard.filter((one) => one.event === event).map(({ news }) => news)) as LivePage['told']
  const ended = new Promise<void>((resolve) => client.onclose(() => resolve()))
  await client.start()
  onTestFinished(() => client.stop())
  return {
    client,
    told,
    until: async (event, count) => {
      await expect.poll(() => told(event).length, { timeout: 5_000 }).toBeGreaterThanOrEqual(count)
      return told(event)
    },
    watch: (pageUrl) => client.invoke('watchPage', pageUrl),
    ended,
  }
}
