/**
 * `npm run bench:server [-- --rounds 7]`: measures how many answers per second our server and bare node:http give for
 * an article. Both servers send the same bytes, and are measured in turns. Also measures the memory, and the time from
 * the start to the first answer.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { ensureBuilt } from '../scripts/ensure-built.ts'
import {
  LOAD_CONNECTIONS,
  LOAD_DURATION_MS,
  measureThroughput,
  printThroughput,
  type ThroughputResult,
  WARM_UP_MS,
} from './measure-throughput.ts'
import { readResidentMegabytes } from './process-use.ts'
import { createTemporaryFolder } from './processes.ts'
import { recordAndServeResponse } from './recorded-response.ts'
import { readRounds } from './rounds.ts'
import { measuredArticle, serveBuiltSite } from './serve.ts'
import { formatSummary, summariseValues } from './statistics.ts'
import { formatMetOrMissed, printTable } from './table.ts'

const IDLE_MS = 1_000

const RATIO_MIN = 0.7
const START_MAX_MS = 300
const IDLE_MAX_MB = 100
const LOADED_MAX_MB = 140

/**
 * Measures and prints a table of throughput, and a table of start times and memory.
 * @param rounds how often each server is put under load, and how often it is started
 */
export async function benchmarkServer(rounds: number): Promise<void> {
  ensureBuilt()
  console.log(
    `Server: ${rounds} loads of ${LOAD_DURATION_MS / 1000} s to each side, in turns, on ${LOAD_CONNECTIONS} connections.`,
  )
  console.log('Nothing is pinned: the load and the server share the processor with each other and with all else.')
  const starts = await measureStarts(rounds)
  const loads = await measureLoads(rounds)
  printThroughput(`${measuredArticle.path} in brotli`, 'bare node:http', loads, RATIO_MIN)
  const row = (name: string, values: number[], most: number, unit: string) => {
    const summary = summariseValues(values)
    return [name, formatSummary(summary), `≤ ${most} ${unit}`, formatMetOrMissed(summary.median <= most)]
  }
  printTable(
    'Start and memory of our server',
    ['', 'ours', 'goal', ''],
    [
      row('first start to first answer, ms', starts.firstStartMs, START_MAX_MS, 'ms'),
      row('later start to first answer, ms', starts.startMs, START_MAX_MS, 'ms'),
      row('resident, idle, MB', starts.idleMegabytes, IDLE_MAX_MB, 'MB'),
      row('resident, after load, MB', loads.memory, LOADED_MAX_MB, 'MB'),
    ],
  )
}

/** Starts the server twice in each round with the same data folder. The first start creates the database. */
async function measureStarts(rounds: number) {
  const firstStartMs: number[] = []
  const startMs: number[] = []
  const idleMegabytes: number[] = []
  for (let round = 0; round < rounds; round++) {
    const settings = { DATA_DIR: createTemporaryFolder() }
    {
      await using first = await serveBuiltSite(measuredArticle.path, settings)
      firstStartMs.push(first.startMs)
    }
    await using server = await serveBuiltSite(measuredArticle.path, settings)
    startMs.push(server.startMs)
    await wait(IDLE_MS)
    idleMegabytes.push(await readResidentMegabytes(server.pid))
  }
  return { firstStartMs, startMs, idleMegabytes }
}

async function measureLoads(rounds: number) {
  await using ours = await serveBuiltSite(measuredArticle.path)
  await using bare = await recordAndServeResponse('bare-server.ts', ours.origin, measuredArticle.path)
  for (const server of [ours, bare]) await measureThroughput(server, measuredArticle.path, WARM_UP_MS)
  const loads = { ours: [] as ThroughputResult[], bare: [] as ThroughputResult[], memory: [] as number[] }
  for (let round = 0; round < rounds; round++) {
    loads.ours.push(await measureThroughput(ours, measuredArticle.path, LOAD_DURATION_MS))
    loads.memory.push(await readResidentMegabytes(ours.pid))
    loads.bare.push(await measureThroughput(bare, measuredArticle.path, LOAD_DURATION_MS))
  }
  return loads
}

if (import.meta.main) await benchmarkServer(readRounds(7))
