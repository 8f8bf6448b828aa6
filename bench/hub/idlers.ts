/**
 * Connects idle clients, and prints the memory of the server without clients and with each number of clients, as JSON.
 *
 *   node bench/hub/idlers.ts <JSON of IdleMemoryMeasurementOptions>
 */
import { callControl, type MemoryUse } from './control.ts'
import type { ServerKind } from './kinds.ts'
import { openWebSocketClients } from './open-clients.ts'

export interface IdleMemoryMeasurementOptions {
  kind: ServerKind
  port: number
  /** The numbers of clients at which the memory is measured, in ascending order. */
  clients: readonly number[]
}

/**
 * The number of clients that connect before the server collects garbage. During a burst of 1,000 connections, V8 would
 * enlarge its young generation so much that this space, not the connections, would decide the result.
 */
const STEP = 250

const { kind, port, clients }: IdleMemoryMeasurementOptions = JSON.parse(process.argv[2] ?? '')
let atRest: MemoryUse = await callControl(port, '/memory', {})
const memory = [atRest]
let open = 0
for (const count of clients) {
  while (open < count) {
    const step = Math.min(STEP, count - open)
    await openWebSocketClients(step, port, kind, (client, bytes, start, end) => {
      client.reply(bytes.toString('latin1', start, end))
    })
    open += step
    atRest = await callControl(port, '/memory', {})
  }
  memory.push(atRest)
}
console.log(JSON.stringify(memory))
process.exit(0)
