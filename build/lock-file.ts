import { randomUUID } from 'node:crypto'
import { constants, copyFileSync, linkSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import os from 'node:os'

/**
 * A lock that cannot be parsed is stale from this age on. A younger lock may be incomplete, because a former version of
 * the program is still writing it.
 */
const UNREADABLE_STALE_MS = 5_000

/**
 * Takes a lock when it is free: creates a file that only one process can create. Removes a stale lock.
 * @param isStale whether an existing lock may be removed; by default when its process has ended
 * @returns the text of the file, which identifies this owner; null when another owner has the lock
 */
export function tryCreateLockFile(file: string, isStale = hasOwnerEnded): string | null {
  const found = readLock(file)
  if (found !== null && !(isStale(file) && removeLock(file, found))) return null
  const owner = JSON.stringify({ host: os.hostname(), pid: process.pid, id: randomUUID() })
  const draft = `${file}.${randomUUID()}`
  try {
    writeFileSync(draft, owner)
    return link(draft, file) ? owner : null
  } finally {
    rmSync(draft, { force: true })
  }
}

/** Returns whether the lock still belongs to this owner. */
export const holdsLock = (file: string, owner: string): boolean => readLock(file) === owner

/** Removes the lock if it still belongs to this owner. */
export function releaseLock(file: string, owner: string): void {
  if (holdsLock(file, owner)) removeLock(file, owner)
}

/** Returns the text of the lock; null when it is missing or cannot be read. */
function readLock(file: string): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return null
  }
}

/** Removes the lock with this text. @returns false when another process has taken the lock in the meantime */
function removeLock(file: string, text: string): boolean {
  const removed = `${file}.${randomUUID()}`
  try {
    renameSync(file, removed)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return true
    throw error
  }
  try {
    if (readLock(removed) === text) return true
    link(removed, file)
    return false
  } finally {
    rmSync(removed, { force: true })
  }
}

/**
 * Gives a file a second name in one step, so that no process reads a half-written lock.
 * @returns false when the second name exists already
 */
function link(from: string, to: string): boolean {
  try {
    return isCreated(() => linkSync(from, to))
  } catch {
    // Some file systems, such as exFAT, have no hard links.
    return isCreated(() => copyFileSync(from, to, constants.COPYFILE_EXCL))
  }
}

/** Calls a function that creates a file. @returns false when the file exists */
function isCreated(create: () => void): boolean {
  try {
    create()
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

/** Returns whether the owner of a lock is a process of this machine that has ended. */
export function hasOwnerEnded(file: string): boolean {
  try {
    const owner = JSON.parse(readFileSync(file, 'utf8'))
    // A former version wrote only the number of its process.
    const { host, pid } = typeof owner === 'number' ? { host: os.hostname(), pid: owner } : owner
    if (host === os.hostname()) process.kill(pid, 0)
    return false
  } catch (error) {
    if (error instanceof SyntaxError) return isOld(file)
    // ESRCH: the owner has ended. Other errors: the owner belongs to another user, or is just removing the file.
    return (error as NodeJS.ErrnoException).code === 'ESRCH'
  }
}

function isOld(file: string): boolean {
  const lock = statSync(file, { throwIfNoEntry: false })
  return lock !== undefined && Date.now() - lock.mtimeMs > UNREADABLE_STALE_MS
}
