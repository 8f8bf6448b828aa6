import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { readProcessorMs } from './process-use.ts'
import type { ServerProcess } from './processes.ts'

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
