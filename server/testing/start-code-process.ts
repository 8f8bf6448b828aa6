import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { resolve } from 'node:path'
import type { Readable } from 'node:stream'
import { onTestFinished } from 'vitest'

/**
 * Starts a process that runs the code as a module in the folder server/. The process is killed when the test is over.
 */
export function startCodeProcess(code: string): ChildProcessByStdio<null, Readable, null> {
  const child = spawn(process.execPath, ['--input-type=module-typescript', '--eval', code], {
    cwd: resolve(import.meta.dirname, '..'),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => {
    child.kill('SIGKILL')
  })
  return child
}
