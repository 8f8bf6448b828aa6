import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, get } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

const START_LIMIT_MS = 20_000
const STOP_LIMIT_MS = 5_000

/** What is left to do when this process ends, however it ends. */
const atEnd = new Set<() => void>()
process.once('exit', () => {
  for (const clean of atEnd) clean()
})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1))

/** A server that another process runs; disposing of it stops the process. */
export interface ServerProcess extends AsyncDisposable {
  port: number
  origin: string
  pid: number
  /** From the start of the process to its first answer. */
  startMs: number
  /** Whether it has ended, by itself or because it was told to. */
  hasEnded(): boolean
  /** Ends it as a power cut would (SIGKILL), and waits until it is gone. */
  crash(): Promise<void>
}

/** A new folder for files of this run; it is removed when this process ends. */
export function createTemporaryFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'hobohat-bench-'))
  atEnd.add(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** A port of the loopback interface that nobody listens on. */
export async function findFreePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  await once(probe, 'close')
  return port
}

/**
 * Runs a program that serves HTTP on the given port of 127.0.0.1, and waits until it answers 200.
 * @param firstPath what is asked for first
 * @param env its whole environment
 * @throws an error with what it wrote to stderr, when it ends before or takes over 20 s
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

/** The status of an answer, on a connection of its own; undefined when nobody listens. */
function statusOf(url: string): Promise<number | undefined> {
  return new Promise((resolve) => {
    get(url, { agent: new Agent() }, (response) => {
      response.resume()
      resolve(response.statusCode)
    }).on('error', () => resolve(undefined))
  })
}
