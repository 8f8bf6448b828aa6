import { readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import { siteFolder } from './site.ts'

/**
 * How long a lock is valid without a renewal. After this time, the process that owns the lock has ended or is paused,
 * and another process may take the lock.
 */
const STALE_MS = 60_000
const RENEWAL_INTERVAL_MS = 10_000
const LOOK_MS = 200

/**
 * Waits until no other process builds the same site, and then calls `run`. All builds use the same work folder.
 * @throws {Error} when another process has taken the lock during `run`. After this error, the caller must write nothing
 * more and end.
 */
export async function runWithBuildLock(run: () => Promise<void>, folder = siteFolder): Promise<void> {
  const file = `${folder}/dist.lock`
  const owner = JSON.stringify({ host: os.hostname(), pid: process.pid })
  await takeLock(file, owner)
  const lost = Promise.withResolvers<never>()
  const renewal = setInterval(() => {
    if (readOwner(file) === owner) renew(file)
    else lost.reject(new Error('Another build has begun, because this one was stopped for a minute. Build again.'))
  }, RENEWAL_INTERVAL_MS)
  try {
    await Promise.race([run(), lost.promise])
  } finally {
    clearInterval(renewal)
    if (readOwner(file) === owner) rmSync(file, { force: true })
  }
}

/** Waits until the lock is free, and takes it. Removes a lock that nobody renews, or whose process has ended. */
async function takeLock(file: string, owner: string): Promise<void> {
  let hasRemoved = false
  // The time of a renewal comes from the clock of another machine. So only this machine's clock measures how long ago
  // this process saw that time change.
  let renewedAt: number | undefined
  let seenAt = 0
  for (;;) {
    if (create(file, owner)) {
      if (!hasRemoved) return
      // Another process may have found the same stale lock and, by mistake, removed this new lock instead.
      await wait(LOOK_MS)
      if (readOwner(file) === owner) return
    } else {
      const time = readRenewalTime(file)
      if (time !== renewedAt) [renewedAt, seenAt] = [time, performance.now()]
      if (performance.now() - seenAt >= STALE_MS || hasOwnerEnded(file)) {
        rmSync(file, { force: true })
        hasRemoved = true
      }
    }
    await wait(LOOK_MS)
  }
}

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

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

/** Returns the text of a lock; null when there is none. */
function readOwner(file: string): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return null
  }
}

const readRenewalTime = (file: string) => statSync(file, { throwIfNoEntry: false })?.mtimeMs

function renew(file: string): void {
  try {
    utimesSync(file, new Date(), new Date())
  } catch {
    // Another process has just removed the lock, or the disk does not answer. The next renewal detects a lost lock.
  }
}

/** Returns whether the owner of a lock is a process of this machine that has ended. */
function hasOwnerEnded(file: string): boolean {
  try {
    const { host, pid } = JSON.parse(readFileSync(file, 'utf8'))
    if (host === os.hostname()) process.kill(pid, 0)
    return false
  } catch (error) {
    // ESRCH: the owner has ended. Other errors: the owner is just writing or removing the file.
    return (error as NodeJS.ErrnoException).code === 'ESRCH'
  }
}
