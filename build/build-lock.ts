import { statSync, utimesSync } from 'node:fs'
import { hasOwnerEnded, holdsLock, releaseLock, tryCreateLockFile } from './lock-file.ts'
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
 * @param say receives a message when another process builds the site
 * @throws {Error} when another process has taken the lock during `run`. The caller must then end its process and write
 * nothing more.
 */
export async function runWithBuildLock(
  run: () => Promise<void>,
  folder = siteFolder,
  say = (text: string): void => console.log(text),
): Promise<void> {
  const file = `${folder}/dist.lock`
  const owner = await waitForLock(file, () => say('Another build of this site runs. Waiting for its end …'))
  const lost = Promise.withResolvers<never>()
  const renewal = setInterval(() => {
    if (holdsLock(file, owner)) renew(file)
    else lost.reject(new Error('Another build has begun, because this one was stopped for a minute. Build again.'))
  }, RENEWAL_INTERVAL_MS)
  try {
    await Promise.race([run(), lost.promise])
  } finally {
    clearInterval(renewal)
    releaseLock(file, owner)
  }
}

/** Waits until the lock is free, and takes it. Removes a lock that nobody renews, or whose process has ended. */
async function waitForLock(file: string, onWait: () => void): Promise<string> {
  // The time of a renewal may come from the clock of another machine, so it is not compared with the clock of this
  // machine. Instead, this process measures how long the time of the last renewal stays the same.
  let renewedAt: number | undefined
  let seenAt = 0
  const isStale = () => {
    const time = readRenewalTime(file)
    if (time !== renewedAt) [renewedAt, seenAt] = [time, performance.now()]
    return performance.now() - seenAt >= STALE_MS || hasOwnerEnded(file)
  }
  for (let isFirst = true; ; isFirst = false) {
    const owner = tryCreateLockFile(file, isStale)
    if (owner !== null) return owner
    if (isFirst) onWait()
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
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
