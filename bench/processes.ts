import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, get } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

const START_LIMIT_MS = 20_000
const STOP_LIMIT_MS = 5_000

/** Cleanup functions that run when this process ends for any reason. */
const atEnd = new Set<() => void>()
process.once('exit', () => {
  for (const clean of atEnd) clean()
})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1))

/** A server in another process. Disposing of it stops the process. */
export interface ServerProcess extends AsyncDisposable {
  port: number
  origin: string
  pid: number
  /** The time from the start of the process to its first answer, in milliseconds. */
  startMs: number
  /** Returns whether the process has ended. */
  hasEnded(): boolean
  /** Kills the process without a shutdown (SIGKILL), and waits for its end. */
  crash(): Promise<void>
}

/** Creates a folder for this run, which is removed when this process ends. */
export function createTemporaryFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'site-bench-'))
  atEnd.add(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/**
 * Starts an HTTP server on a port of 127.0.0.1, and waits until it answers 200.
 * @param firstPath the path of the first request
 * @param env the whole environment of the process
 * @throws with the output on stderr, when the process ends or takes over 20 s
 */
export async function startServer(
  [program, ...args]: readonly [string, ...string[]],
  port: number,
  firstPath: string,
  env = process.env,
): Promise<ServerProcess> {
  const origin = `http://127.0.0.1:${port}`
  const start = performance.now()
  const child = spawn(program, args, { env, stdio: ['ignore', 'ignore', 'pipe'] })
  const kill = () => child.kill('SIGTERM')
  atEnd.add(kill)
  let complaints = ''
  child.stderr.on('data', (chunk) => {
    complaints += chunk
  })
  let hasEnded = false
  child.once('error', (error) => {
    complaints += error.message
    hasEnded = true
  })
  child.once('exit', (code, signal) => {
    hasEnded = true
    if (atEnd.has(kill)) console.error(`${program} ended by itself with ${code ?? signal}: ${complaints}`)
  })
  while ((await statusOf(`${origin}${firstPath}`)) !== 200) {
    if (hasEnded || performance.now() - start > START_LIMIT_MS) {
      kill()
      atEnd.delete(kill)
      throw new Error(`${program} ${args.join(' ')} does not answer ${firstPath}: ${complaints || 'no complaint'}`)
    }
    await wait(2)
  }
  const startMs = performance.now() - start
  const stop = async () => {
    atEnd.delete(kill)
    if (!hasEnded) await end(child)
  }
  const crash = async () => {
    atEnd.delete(kill)
    if (hasEnded) return
    const gone = once(child, 'exit')
    child.kill('SIGKILL')
    await gone
  }
  return { port, origin, pid: child.pid ?? 0, startMs, hasEnded: () => hasEnded, crash, [Symbol.asyncDispose]: stop }
}

async function end(child: ChildProcess): Promise<void> {
  const force = setTimeout(() => child.kill('SIGKILL'), STOP_LIMIT_MS)
  child.kill('SIGTERM')
  await once(child, 'exit')
  clearTimeout(force)
}

/**
 * Requests a URL on a new connection, and returns the status of the answer. Returns undefined when no server listens.
 */
function statusOf(url: string): Promise<number | undefined> {
  return new Promise((resolve) => {
    get(url, { agent: new Agent() }, (response) => {
      response.resume()
      resolve(response.statusCode)
    }).on('error', () => resolve(undefined))
  })
}
