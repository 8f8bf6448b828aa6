import type * as signalRPackage from '@microsoft/signalr'
import type { MessagePackHubProtocol } from '@microsoft/signalr-protocol-msgpack'

export type SignalR = typeof signalRPackage

/** The parts of the official client in an environment. */
export interface ClientKit {
  signalR: SignalR
  MessagePackHubProtocol: typeof MessagePackHubProtocol
  logging: signalRPackage.ILogger | signalRPackage.LogLevel
}

/** A transport and a protocol. */
export interface Pair {
  transport: 'WebSockets' | 'ServerSentEvents' | 'LongPolling'
  protocol: 'json' | 'messagepack'
}

/** The settings of a scenario's connection. Sent to Chromium as data. */
export interface Plan extends Pair {
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
  client: { connection: signalRPackage.HubConnection; signalR: SignalR; tokens: string[] },
  args: A,
) => Promise<R>

/** Creates the connection of a plan, plays the scenario and stops. Sent to Chromium as source, like the scenario. */
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
