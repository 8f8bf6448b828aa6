import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { onTestFinished } from 'vitest'
import { site } from '#site'

const main = resolve(import.meta.dirname, '../main.ts')

export interface RunningServer {
  /** Resolves with the port of the server. Rejects when the process ends before it listens. */
  port: Promise<number>
  /** The lines written to stdout so far. */
  output: readonly string[]
  /** Returns the output to stderr so far. */
  complaints: () => string
  /** Resolves when the process has ended. */
  ended: Promise<{ code: number | null; complaints: string }>
  kill: (signal: NodeJS.Signals) => void
  /** Closes the test’s ends of stdout and stderr of the process. */
  closeOutput: () => void
}

/**
 * Runs the server with the fixture site as a process, in the given folder and with only the given environment. The
 * process is killed when the test is over.
 */
export function runServerProcess(folder: string, environment: Record<string, string> = {}): RunningServer {
  const env = { PORT: '0', NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, ...environment }
  const child = spawn(process.execPath, ['--conditions=fixture', main], {
    cwd: folder,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(() => {
    child.kill('SIGKILL')
  })
  const output: string[] = []
  let complaints = ''
  child.stderr.on('data', (chunk) => {
    complaints += chunk
  })
  const listening = Promise.withResolvers<number>()
  listening.promise.catch(() => {})
  createInterface(child.stdout).on('line', (line) => {
    output.push(line)
    if (line.startsWith(`${site.name} is at `)) listening.resolve(Number(new URL(line.split(' ').at(-1) ?? '').port))
  })
  const ended = once(child, 'close').then(([code]) => {
    listening.reject(new Error(`The server ended with ${code}: ${complaints}`))
    return { code: code as number | null, complaints }
  })
  const closeOutput = () => {
    child.stdout.destroy()
    child.stderr.destroy()
  }
  return {
    port: listening.promise,
    output,
    complaints: () => complaints,
    ended,
    kill: (signal) => child.kill(signal),
    closeOutput,
  }
}
