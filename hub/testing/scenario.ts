import type * as signalRPackage from '@microsoft/signalr'
import type { MessagePackHubProtocol } from '@microsoft/signalr-protocol-msgpack'

export type SignalRPackage = typeof signalRPackage

/** The parts of the official client that an environment provides. */
export interface ClientLibrary {
  signalR: SignalRPackage
  MessagePackHubProtocol: typeof MessagePackHubProtocol
  logging: signalRPackage.ILogger | signalRPackage.LogLevel
}

export interface TransportProtocolPair {
  transport: 'WebSockets' | 'ServerSentEvents' | 'LongPolling'
  protocol: 'json' | 'messagepack'
}

/** The settings of a scenario's connection. Sent to Chromium as data. */
export interface ScenarioConnectionSettings extends TransportProtocolPair {
  url: string
  /** Tokens for `accessTokenFactory`, which returns the first token. The scenario may remove the first token. */
  tokens?: string[]
  /** Delays of the automatic reconnect, which is off by default. */
  reconnectMs?: number[]
  stateful?: boolean
  /** Leaves `connection.start()` to the scenario. */
  isManual?: boolean
}

/**
 * The actions of a client. Sent to Chromium as source, so the function cannot use anything outside it. Its arguments
 * and result are copied.
 */
export type Scenario<A, R> = (
  client: { connection: signalRPackage.HubConnection; signalR: SignalRPackage; tokens: string[] },
  args: A,
) => Promise<R>

/**
 * Creates a connection, plays the scenario and stops the connection. Sent to Chromium as source, like the scenario.
 */
export async function playScenario<A, R>(
  { signalR, MessagePackHubProtocol, logging }: ClientLibrary,
  settings: ScenarioConnectionSettings,
  scenario: Scenario<A, R>,
  args: A,
): Promise<R> {
  const transport = { WebSockets: 1, ServerSentEvents: 2, LongPolling: 4 }[settings.transport]
  const tokens = [...(settings.tokens ?? [])]
  const accessTokenFactory = () => tokens[0] ?? ''
  const builder = new signalR.HubConnectionBuilder()
    .withUrl(settings.url, settings.tokens ? { transport, accessTokenFactory } : { transport })
    .configureLogging(logging)
  if (settings.protocol === 'messagepack') builder.withHubProtocol(new MessagePackHubProtocol())
  if (settings.reconnectMs) builder.withAutomaticReconnect(settings.reconnectMs)
  if (settings.stateful) builder.withStatefulReconnect()
  const connection = builder.build()
  try {
    if (!settings.isManual) await connection.start()
    return await scenario({ connection, signalR, tokens }, args)
  } finally {
    await connection.stop()
  }
}
