import { randomUUID } from 'node:crypto'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'

/** How long to wait for another process that has found the same stale lock. */
const RACE_MS = 200

/**
 * Takes a lock when it is free: creates a file that only one process can create. Removes a stale lock.
 * @param isStale whether an existing lock may be removed; by default when its process has ended
 * @returns the text of the file, which identifies this owner; null when another owner has the lock
 */
export async function tryLock(file: string, isStale = hasOwnerEnded): Promise<string | null> {
  const owner = JSON.stringify({ host: os.hostname(), pid: process.pid, id: randomUUID() })
  if (create(file, owner)) return owner
  if (!isStale(file)) return null
  rmSync(file, { force: true })
  if (!create(file, owner)) return null
  // Another process may have found the same stale lock and, by mistake, removed this new lock instead.
  await wait(RACE_MS)
  return holdsLock(file, owner) ? owner : null
}

/** Returns whether the lock still belongs to this owner. */
export function holdsLock(file: string, owner: string): boolean {
  try {
    return readFileSync(file, 'utf8') === owner
  } catch {
    return false
  }
}

/** Removes the lock if it still belongs to this owner. */
export function releaseLock(file: string, owner: string): void {
  if (holdsLock(file, owner)) rmSync(file, { force: true })
}

/** Creates the file. @returns false when the file already exists */
function create(file: string, text: string): boolean {
  try {
    writeFileSync(file, text, { flag: 'wx' })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

/** Returns whether the owner of a lock is a process of this machine that has ended. */
export function hasOwnerEnded(file: string): boolean {
  try {
    const { host, pid } = JSON.parse(readFileSync(file, 'utf8'))
    if (host === os.hostname()) process.kill(pid, 0)
    return false
  } catch (error) {
    // ESRCH: the owner has ended. Other errors: the owner is just writing or removing the file.
    return (error as NodeJS.ErrnoException).code === 'ESRCH'
  }
}
