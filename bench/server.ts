/**
 * `npm run bench:server [-- --rounds 7]`: how many answers a second an article gets from our server and from a bare
 * node:http process that sends the same bytes, in turns; how soon the server answers after its start; its memory.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { ensureBuilt } from '../scripts/ensure-built.ts'
import { CONNECTIONS, LOAD_MS, type Load, load, WARM_UP_MS } from './measure-load.ts'
import { residentMegabytes } from './process-use.ts'
import { roundsAsked } from './rounds.ts'
import { serveSameAnswer } from './same-answer.ts'
import { articlePath, serveSite } from './serve.ts'
import { formatSummary, summarise } from './statistics.ts'
import { printTable, verdict } from './table.ts'

const IDLE_MS = 1_000

const RATIO_MIN = 0.7
const START_MAX_MS = 300
const IDLE_MAX_MB = 100
const LOADED_MAX_MB = 160

/** Measures and prints a table of speed and one of start and memory. `rounds`: loads of each side, and starts. */
export async function compareServers(rounds: number): Promise<void> {
  ensureBuilt()
  console.log(`Server: ${rounds} loads of ${LOAD_MS / 1000} s to each side, in turns, on ${CONNECTIONS} connections.`)
  console.log('Nothing is pinned: the load and the server share the processor with each other and with all else.')
  const starts = await measureStarts(rounds)
  const loads = await measureLoads(rounds)
  reportSpeed(loads.ours, loads.bare)
  const row = (name: string, values: number[], most: number, unit: string) => {
    const summary = summarise(values)
    return [name, formatSummary(summary), `≤ ${most} ${unit}`, verdict(summary.median <= most)]
  }
  printTable(
    'Start and memory of our server',
    ['', 'ours', 'goal', ''],
    [
      row('start to first answer, ms', starts.startMs, START_MAX_MS, 'ms'),
      row('resident, idle, MB', starts.idleMegabytes, IDLE_MAX_MB, 'MB'),
      row('resident, after load, MB', loads.memory, LOADED_MAX_MB, 'MB'),
    ],
  )
}

async function measureStarts(rounds: number) {
  const startMs: number[] = []
  const idleMegabytes: number[] = []
  for (let round = 0; round < rounds; round++) {
    await using server = await serveSite(articlePath)
    startMs.push(server.startMs)
    await wait(IDLE_MS)
    idleMegabytes.push(await residentMegabytes(server.pid))
  }
  return { startMs, idleMegabytes }
}

async function measureLoads(rounds: number) {
  await using ours = await serveSite(articlePath)
  await using bare = await serveSameAnswer('bare-server.ts', ours.origin, articlePath)
  for (const server of [ours, bare]) await load(server, articlePath, WARM_UP_MS)
  const loads = { ours: [] as Load[], bare: [] as Load[], memory: [] as number[] }
  for (let round = 0; round < rounds; round++) {
    loads.ours.push(await load(ours, articlePath, LOAD_MS))
    loads.memory.push(await residentMegabytes(ours.pid))
    loads.bare.push(await load(bare, articlePath, LOAD_MS))
  }
  return loads
}

function reportSpeed(ours: Load[], bare: Load[]): void {
  const row = (name: string, key: keyof Load, digits: number, ratioMin?: number) => {
    const mine = summarise(ours.map((load) => load[key]))
    const theirs = summarise(bare.map((load) => load[key]))
    const ratio = mine.median / theirs.median
    const goal = ratioMin === undefined ? ['', ''] : [`≥ ${ratioMin} ×`, verdict(ratio >= ratioMin)]
    return [name, formatSummary(mine, digits), formatSummary(theirs, digits), ratio.toFixed(2), ...goal]
  }
  printTable(
    `${articlePath} in brotli`,
    ['', 'ours', 'bare node:http', 'ratio', 'goal', ''],
    [row('answers a second', 'perSecond', 0, RATIO_MIN), row('processor time an answer, µs', 'processorUs', 1)],
  )
}

if (import.meta.main) await compareServers(roundsAsked(7))
