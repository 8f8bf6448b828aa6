import { existsSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { siteFolder } from './site.ts'

/** The owner of a lock that was not renewed for this time no longer runs. */
const STALE_MS = 60_000
const RENEWAL_INTERVAL_MS = 10_000
const LOOK_MS = 200

/** Calls `run` once no other process builds the same site, because all builds use the same work folder. */
export async function runWithBuildLock(run: () => Promise<void>, folder = siteFolder): Promise<void> {
  const file = `${folder}/dist.lock`
  await takeLock(file, JSON.stringify({ host: os.hostname(), pid: process.pid }))
  const renewal = setInterval(() => renew(file), RENEWAL_INTERVAL_MS)
  try {
    await run()
  } finally {
    clearInterval(renewal)
    rmSync(file, { force: true })
  }
}

/** Waits until the lock is free, and takes it. Removes the lock of a process that has ended. */
async function takeLock(file: string, owner: string): Promise<void> {
  let hasRemoved = false
  for (;;) {
    if (create(file, owner)) {
      if (!hasRemoved) return
      // Another process that found the same stale lock may have removed this new lock by mistake.
      await wait(LOOK_MS)
      if (existsSync(file) && readFileSync(file, 'utf8') === owner) return
    } else if (isStaleLock(file)) {
      rmSync(file, { force: true })
      hasRemoved = true
    }
    await wait(LOOK_MS)
  }
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

/** Sets the time of the file. The file is gone when another process has taken the lock, after this machine has slept. */
function renew(file: string): void {
  if (existsSync(file)) utimesSync(file, new Date(), new Date())
}

/** Returns whether the owner of a lock has ended. Of a process on another machine, only its renewals can be seen. */
function isStaleLock(file: string): boolean {
  try {
    if (Date.now() - statSync(file).mtimeMs > STALE_MS) return true
    const { host, pid } = JSON.parse(readFileSync(file, 'utf8'))
    if (host !== os.hostname()) return false
    process.kill(pid, 0)
    return false
  } catch (error) {
    // ESRCH: the owner has ended. Other errors: the owner is just writing or removing the file.
    return (error as NodeJS.ErrnoException).code === 'ESRCH'
  }
}
