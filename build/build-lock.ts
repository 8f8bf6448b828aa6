import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { siteFolder } from './site.ts'

/** No build takes this long. A lock that is older belongs to a machine that went away. */
const STALE_MS = 10 * 60_000
const LOOK_MS = 200

/** Runs when no other process builds the same site: the work folder of a build is the same for all. */
export async function runWithBuildLock(run: () => Promise<void>, folder = siteFolder): Promise<void> {
  const file = `${folder}/dist.lock`
  await takeLock(file, JSON.stringify({ host: os.hostname(), pid: process.pid }))
  try {
    await run()
  } finally {
    rmSync(file, { force: true })
  }
}

/** Takes the lock, also that of a process that has ended. */
async function takeLock(file: string, owner: string): Promise<void> {
  let hasRemoved = false
  for (;;) {
    if (create(file, owner)) {
      if (!hasRemoved) return
      // Another process that found the same stale lock may have removed this new lock by mistake.
      await wait(LOOK_MS)
      if (existsSync(file) && readFileSync(file, 'utf8') === owner) return
    } else if (isStale(file)) {
      rmSync(file, { force: true })
      hasRemoved = true
    }
    await wait(LOOK_MS)
  }
}

/** Creates the file. @returns false when there is one */
function create(file: string, text: string): boolean {
  try {
    writeFileSync(file, text, { flag: 'wx' })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

function isStale(file: string): boolean {
  try {
    if (Date.now() - statSync(file).mtimeMs > STALE_MS) return true
    const { host, pid } = JSON.parse(readFileSync(file, 'utf8'))
    if (host !== os.hostname()) return false
    process.kill(pid, 0)
    return false
  } catch (error) {
    // The owner has ended (ESRCH), or is just writing its name or removing the lock.
    return (error as NodeJS.ErrnoException).code === 'ESRCH'
  }
}
