/**
 * `npm run bench:server [-- --rounds 7]`: how many answers a second an article gets from our server and from a bare
 * node:http process that sends the same bytes, in turns; how soon the server answers after its start; its memory.
 */
import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { get, type IncomingMessage } from 'node:http'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { ensureBuilt } from '../scripts/ensure-built.ts'
import { processorMs, residentMegabytes } from './process-use.ts'
import { freePort, type Served, serve, temporaryFolder } from './processes.ts'
import { roundsAsked } from './rounds.ts'
import { articlePath, serveSite } from './serve.ts'
import { formatSummary, summarise } from './statistics.ts'
import { printTable, verdict } from './table.ts'

const CONNECTIONS = 50
const LOAD_MS = 4_000
const WARM_UP_MS = 2_000
const ANSWERS_MAX = 1_000_000
const IDLE_MS = 1_000

const RATIO_MIN = 0.7
const START_MAX_MS = 300
const IDLE_MAX_MB = 100
const LOADED_MAX_MB = 160

const run = promisify(execFile)

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

interface Load {
  perSecond: number
  /** Processor time of the server for one answer, in microseconds. */
  processorUs: number
}

async function measureLoads(rounds: number) {
  await using ours = await serveSite(articlePath)
  await using bare = await serveBare(ours.origin)
  for (const server of [ours, bare]) await load(server, WARM_UP_MS)
  const loads = { ours: [] as Load[], bare: [] as Load[], memory: [] as number[] }
  for (let round = 0; round < rounds; round++) {
    loads.ours.push(await load(ours, LOAD_MS))
    loads.memory.push(await residentMegabytes(ours.pid))
    loads.bare.push(await load(bare, LOAD_MS))
  }
  return loads
}

/** Serves what our server answers for the article, with the same headers, from a bare node:http. */
async function serveBare(ours: string): Promise<Served> {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get(ours + articlePath, { headers: { 'accept-encoding': 'br' }, agent: false }, resolve).on('error', reject)
  })
  if (response.headers['content-encoding'] !== 'br') throw new Error(`${articlePath} does not come in brotli.`)
  // Node adds these to every answer by itself.
  const own = ['date', 'connection', 'keep-alive']
  const headers = Object.entries(response.headers).filter(([name]) => !own.includes(name))
  const folder = temporaryFolder()
  const files = { body: path.join(folder, 'body.br'), headers: path.join(folder, 'headers.json') }
  await writeFile(files.body, await buffer(response))
  await writeFile(files.headers, JSON.stringify(headers.flat()))
  const port = await freePort()
  const program = path.join(import.meta.dirname, 'bare-server.ts')
  return serve([process.execPath, program, String(port), files.body, files.headers], port, articlePath)
}

async function load({ port, pid }: Served, milliseconds: number): Promise<Load> {
  const program = path.join(import.meta.dirname, 'load.ts')
  const before = await processorMs(pid)
  const options = [port, articlePath, CONNECTIONS, milliseconds, ANSWERS_MAX].map(String)
  const { stdout } = await run(process.execPath, [program, ...options], { timeout: milliseconds + 10_000 })
  const { answers, ms } = JSON.parse(stdout) as { answers: number; ms: number }
  return { perSecond: (answers * 1000) / ms, processorUs: ((await processorMs(pid)) - before) * (1000 / answers) }
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
