import { Client, type OnText } from './client.ts'
import type { Kind } from './kinds.ts'

/** How many wait for a server at the same time: fewer than it keeps waiting. */
const AT_ONCE = 100

/** Connects so many clients. */
export async function openClients(count: number, port: number, kind: Kind, onText: OnText): Promise<Client[]> {
  const clients: Client[] = []
  while (clients.length < count) {
    const batch = Math.min(AT_ONCE, count - clients.length)
    clients.push(...(await Promise.all(Array.from({ length: batch }, () => Client.connect(port, kind, onText)))))
  }
  return clients
}
