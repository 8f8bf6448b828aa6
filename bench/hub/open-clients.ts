import { type FrameBytesHandler, MinimalWebSocketClient } from './client.ts'
import type { ServerKind } from './kinds.ts'

/**
 * The number of clients that connect at the same time. The number is smaller than the backlog of a server (its queue of
 * waiting connections).
 */
const AT_ONCE = 100

/** Connects `count` clients to a server, in batches. Resolves when all of them receive broadcasts. */
export async function openWebSocketClients(
  count: number,
  port: number,
  kind: ServerKind,
  onText: FrameBytesHandler,
): Promise<MinimalWebSocketClient[]> {
  const clients: MinimalWebSocketClient[] = []
  while (clients.length < count) {
    const batch = Math.min(AT_ONCE, count - clients.length)
    clients.push(
      ...(await Promise.all(Array.from({ length: batch }, () => MinimalWebSocketClient.connect(port, kind, onText)))),
    )
  }
  return clients
}
