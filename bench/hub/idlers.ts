/**
 * Connects idle clients, and prints the memory of the server without clients and with each number of clients, as JSON.
 *
 *   node bench/hub/idlers.ts <JSON of IdleClientsOptions>
 */
import { callControl, type MemoryUse } from './control.ts'
import type { ServerKind } from './kinds.ts'
import { openWebSocketClients } from './open-clients.ts'

export interface IdleClientsOptions {
  kind: ServerKind
  port: number
  /** The numbers of clients at which the memory is measured, in ascending order. */
  clients: readonly number[]
}

const { kind, port, clients }: IdleClientsOptions = JSON.parse(process.argv[2] ?? '')
const memory: MemoryUse[] = [await callControl(port, '/memory', {})]
let open = 0
for (const count of clients) {
  await openWebSocketClients(count - open, port, kind, (client, bytes, start, end) => {
    client.reply(bytes.toString('latin1', start, end))
  })
  open = count
  memory.push(await callControl(port, '/memory', {}))
}
console.log(JSON.stringify(memory))
process.exit(0)
