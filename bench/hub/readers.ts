/**
 * Connects clients to a server, lets the server broadcast, and prints how long the payloads took to reach the clients,
 * as JSON.
 *
 *   node bench/hub/readers.ts <JSON of BroadcastMeasurementOptions>
 */
import { setTimeout as wait } from 'node:timers/promises'
import { readMachineProcessorMs, readProcessorMs } from '../process-use.ts'
import { calculatePercentile } from '../statistics.ts'
import type { MinimalWebSocketClient } from './client.ts'
import { readSharedClockMs } from './clock.ts'
import { callControl } from './control.ts'
import type { ServerKind } from './kinds.ts'
import { openWebSocketClients } from './open-clients.ts'
import { findPayloadOffset, readDueTimeMs } from './payload.ts'

export interface BroadcastMeasurementOptions {
  kind: ServerKind
  port: number
  /** The process id of the server whose processor time is measured. */
  pid: number
  clients: number
  /** The number of clients that stop reading before the measurement. */
  stalled: number
  /** Broadcasts per second. */
  perSecond: number
  seconds: number
  /** The sizes of the payloads, measured one after the other. */
  sizes: readonly number[]
}

/** The result for payloads of one size. */
export interface BroadcastMeasurement {
  /** The median time from the due time of a broadcast to its arrival at a client, in milliseconds. */
  p50: number
  /** The 99th percentile of the same times. */
  p99: number
  /** The number of arrivals for each second of processor time that the server used. */
  perProcessorSecond: number
  /** The 99th percentile of the server's event loop delay, in milliseconds. */
  lagMs: number
  /** The number of lost messages. */
  lost: number
  /** The number of stalled clients that are still connected at the end. */
  stalled: number
  /** The share of a core that the server used. */
  serverUse: number
  /** The share of a core that the clients used. */
  clientsUse: number
  /** The share of a core that all other processes used. */
  otherUse: number
}

const WARM_UP_SECONDS = 1
/** When no message has arrived for this time, in milliseconds, the missing messages count as lost. */
const PATIENCE_MS = 5_000

const options: BroadcastMeasurementOptions = JSON.parse(process.argv[2] ?? '')
const { kind, port, pid, perSecond, sizes } = options
const reading = options.clients - options.stalled
const delays = new Float64Array(reading * perSecond * Math.max(options.seconds, WARM_UP_SECONDS))
let arrived = 0
let size = 0

const stalled = await openWebSocketClients(options.stalled, port, kind, take)
for (const client of stalled) client.stall()
if (stalled.length > 0) await callControl(port, '/fill', {})
await openWebSocketClients(reading, port, kind, take)

const readings: BroadcastMeasurement[] = []
await read(sizes[0] ?? 0, WARM_UP_SECONDS)
for (const each of sizes) readings.push(await read(each, options.seconds))
console.log(JSON.stringify(readings))
process.exit(0)

/** Records the arrival of each payload in a frame. */
function take(client: MinimalWebSocketClient, bytes: Buffer, start: number, end: number): void {
  let at = findPayloadOffset(bytes, start, end)
  if (at === -1) client.reply(bytes.toString('latin1', start, end))
  const arrivedAt = readSharedClockMs()
  while (at !== -1) {
    const due = readDueTimeMs(bytes, at)
    if (due <= client.lastDue) throw new Error(`${kind} sent something twice or in another order.`)
    client.lastDue = due
    delays[arrived] = arrivedAt - due
    arrived++
    at = at + size < end ? findPayloadOffset(bytes, at + size, end) : -1
  }
}

async function read(bytes: number, seconds: number): Promise<BroadcastMeasurement> {
  arrived = 0
  size = bytes
  const start = readSharedClockMs()
  const before = {
    server: await readProcessorMs(pid),
    clients: process.cpuUsage(),
    all: await readMachineProcessorMs(),
  }
  const { count, lagMs } = await callControl(port, '/broadcast', { bytes, perSecond, seconds })
  const expected = count * reading
  let [seen, waitedSince] = [-1, readSharedClockMs()]
  while (arrived < expected && readSharedClockMs() - waitedSince < PATIENCE_MS) {
    if (arrived !== seen) [seen, waitedSince] = [arrived, readSharedClockMs()]
    await wait(5)
  }
  const tookMs = readSharedClockMs() - start
  const serverMs = (await readProcessorMs(pid)) - before.server
  const { user, system } = process.cpuUsage(before.clients)
  const clientsMs = (user + system) / 1000
  const otherMs = (await readMachineProcessorMs()) - before.all - serverMs - clientsMs
  const measured = delays.subarray(0, arrived)
  return {
    p50: calculatePercentile(measured, 50),
    p99: calculatePercentile(measured, 99),
    perProcessorSecond: (arrived * 1000) / serverMs,
    lagMs,
    lost: expected - arrived,
    stalled: options.stalled > 0 ? (await callControl(port, '/stalled', {})).count : 0,
    serverUse: serverMs / tookMs,
    clientsUse: clientsMs / tookMs,
    otherUse: otherMs / tookMs,
  }
}
