import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { readProcessorMs } from './process-use.ts'
import type { ServerProcess } from './processes.ts'
import { formatSummary, summariseValues } from './statistics.ts'
import { formatMetOrMissed, printTable } from './table.ts'

export const LOAD_DURATION_MS = 4_000
export const WARM_UP_MS = 2_000
export const LOAD_CONNECTIONS = 50
const ANSWERS_MAX = 1_000_000

const run = promisify(execFile)

/** The throughput of a server for one path. */
export interface ThroughputResult {
  perSecond: number
  /** The server's processor time for one answer, in microseconds. */
  processorUs: number
}

/** Puts a server under load: a separate process (load.ts) requests one path repeatedly. */
export async function measureThroughput(
  { port, pid }: ServerProcess,
  address: string,
  milliseconds: number,
): Promise<ThroughputResult> {
  const program = path.join(import.meta.dirname, 'load.ts')
  const before = await readProcessorMs(pid)
  const options = [port, address, LOAD_CONNECTIONS, milliseconds, ANSWERS_MAX].map(String)
  const { stdout } = await run(process.execPath, [program, ...options], { timeout: milliseconds + 10_000 })
  const { answers, ms } = JSON.parse(stdout) as { answers: number; ms: number }
  return { perSecond: (answers * 1000) / ms, processorUs: ((await readProcessorMs(pid)) - before) * (1000 / answers) }
}

/**
 * Prints the throughput of our server and of a bare server side by side.
 * @param bareName the name of the bare server
 * @param ratioMin the goal of our server, as a multiple of the throughput of the bare server
 */
export function printThroughput(
  title: string,
  bareName: string,
  { ours, bare }: Record<'ours' | 'bare', readonly ThroughputResult[]>,
  ratioMin?: number,
): void {
  const row = (name: string, key: keyof ThroughputResult, digits: number, least?: number) => {
    const mine = summariseValues(ours.map((load) => load[key]))
    const theirs = summariseValues(bare.map((load) => load[key]))
    const ratio = mine.median / theirs.median
    const goal = least === undefined ? ['', ''] : [`≥ ${least} ×`, formatMetOrMissed(ratio >= least)]
    return [name, formatSummary(mine, digits), formatSummary(theirs, digits), ratio.toFixed(2), ...goal]
  }
  printTable(
    title,
    ['', 'ours', bareName, 'ratio', 'goal', ''],
    [row('answers a second', 'perSecond', 0, ratioMin), row('processor time an answer, µs', 'processorUs', 1)],
  )
}
