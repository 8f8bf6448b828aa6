import type * as signalRPackage from '@microsoft/signalr'
import type { MessagePackHubProtocol } from '@microsoft/signalr-protocol-msgpack'

export type SignalR = typeof signalRPackage

/** The official client, as the environment has it. */
export interface ClientKit {
  signalR: SignalR
  MessagePackHubProtocol: typeof MessagePackHubProtocol
  logging: signalRPackage.ILogger | signalRPackage.LogLevel
}

/** Which way a client connects, and in which format it speaks. */
export interface Pair {
  transport: 'WebSockets' | 'ServerSentEvents' | 'LongPolling'
  protocol: 'json' | 'messagepack'
}

/** How the connection of a scenario is made. It goes to Chromium as data. */
export interface Plan extends Pair {
  url: string
  /** What `accessTokenFactory` gives: the first, which the scenario may drop. */
  tokens?: string[]
  /** Delays of the automatic reconnect, which is off without them. */
  reconnectMs?: number[]
  stateful?: boolean
  /** Leaves `connection.start()` to the scenario. */
  isManual?: boolean
}

/**
 * What a client does. It is sent to Chromium as source: nothing outside the function exists there, and what it takes and
 * gives is copied.
 */
export type Scenario<A, R> = (
  client: { connection: signalRPackage.HubConnection; signalR: SignalR; tokens: string[] },
  args: A,
) => Promise<R>

/** Makes the connection of a plan, plays the scenario, and stops. Sent to Chromium as source, like the scenario itself. */
export async function play<A, R>(
  { signalR, MessagePackHubProtocol, logging }: ClientKit,
  plan: Plan,
  scenario: Scenario<A, R>,
  args: A,
): Promise<R> {
  const transport = { WebSockets: 1, ServerSentEvents: 2, LongPolling: 4 }[plan.transport]
  const tokens = [...(plan.tokens ?? [])]
  const accessTokenFactory = () => tokens[0] ?? ''
  const builder = new signalR.HubConnectionBuilder()
    .withUrl(plan.url, plan.tokens ? { transport, accessTokenFactory } : { transport })
    .configureLogging(logging)
  if (plan.protocol === 'messagepack') builder.withHubProtocol(new MessagePackHubProtocol())
  if (plan.reconnectMs) builder.withAutomaticReconnect(plan.reconnectMs)
  if (plan.stateful) builder.withStatefulReconnect()
  const connection = builder.build()
  try {
    if (!plan.isManual) await connection.start()
    return await scenario({ connection, signalR, tokens }, args)
  } finally {
    await connection.stop()
  }
}
