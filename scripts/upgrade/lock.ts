import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { UpgradeError } from './upgrade-error.ts'

/**
 * Takes a lock: a file with the id of the process that has it. Ignores the lock of a process that has ended.
 * @returns a function that releases the lock
 * @throws {UpgradeError} when another process has the lock
 */
export function acquireLock(file: string): () => void {
  if (existsSync(file) && isRunning(Number(readFileSync(file, 'utf8')))) {
    const since = statSync(file).mtime.toLocaleTimeString('en-GB')
    throw new UpgradeError(
      `Another upgrade has been running since ${since}. Wait for its end, or remove ${file} when none is running.`,
    )
  }
  writeFileSync(file, String(process.pid))
  return () => rmSync(file, { force: true })
}

function isRunning(pid: number): boolean {
  // A signal to process 0 would go to all processes of this group.
  if (!(pid > 0)) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // EPERM: the process is running, but it belongs to another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
