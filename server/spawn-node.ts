import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import os from 'node:os'
import { text } from 'node:stream/consumers'

interface NodeOptions extends Pick<SpawnOptions, 'cwd' | 'env' | 'signal'> {
  /** The scheduling priority; a larger number is lower (setpriority(2)). */
  priority?: number
  /** The text that the program reads from its standard input. */
  input?: string | undefined
}

/**
 * Runs a program of this site in a process of its own, so that it does not slow the site down. The AbortSignal in the
 * option `signal` ends the process.
 * @param args the file of the program and its arguments
 * @returns the exit code (null when a signal has ended the process), and what the program has printed
 */
export async function runNodeProcess(args: readonly string[], { priority, input = '', ...options }: NodeOptions) {
  const child = spawn(process.execPath, [...process.execArgv, ...args], {
    ...options,
    stdio: 'pipe',
  })
  const closed = once(child, 'close') as Promise<[number | null]>
  // Ignores the error of writing to a program that has ended early: such a program prints the reason.
  child.stdin?.on('error', () => {}).end(input)
  if (priority !== undefined) lowerPriority(child, priority)
  const [[code], output, complaints] = await Promise.all([closed, text(child.stdout), text(child.stderr)])
  return { code, output, complaints: complaints.trim() }
}

/**
 * Lowers the scheduling priority of a process that this process has started. The process keeps the priority of this
 * process when that is lower, because the system lets only root raise a priority.
 * @param priority a larger number is lower (setpriority(2))
 */
export function lowerPriority({ pid }: ChildProcess, priority: number): void {
  if (pid !== undefined) os.setPriority(pid, Math.max(priority, os.getPriority()))
}
