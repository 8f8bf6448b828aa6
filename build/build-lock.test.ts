import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { runWithBuildLock } from './build-lock.ts'

afterEach(() => vi.useRealTimers())

function createFolder() {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'lock-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const lock = path.join(folder, 'dist.lock')
  return { folder, lock, write: (owner: object) => writeFileSync(lock, JSON.stringify(owner)) }
}

test('builds of one site run one after the other, the second says once that it waits, and a failed build does not stop the next build', async () => {
  const { folder, lock } = createFolder()
  const done: string[] = []
  const build = (name: string) =>
    runWithBuildLock(
      async () => {
        done.push(`${name} begins`)
        await new Promise(setImmediate)
        done.push(`${name} ends`)
        if (name === 'first') throw new Error('no such page')
      },
      folder,
      () => done.push(`${name} waits`),
    )
  const [first] = await Promise.allSettled([build('first'), build('second')])
  expect(first.status).toBe('rejected')
  expect(done).toEqual(['second waits', 'first begins', 'first ends', 'second begins', 'second ends'])
  expect(existsSync(lock)).toBe(false)
})

test('takes over the lock of an ended process at once, and any other lock after a minute without renewals', async () => {
  const { folder, lock, write } = createFolder()
  const run = vi.fn<() => Promise<void>>(async () => {})
  write({ host: os.hostname(), pid: 2 ** 22 + 1 })
  await runWithBuildLock(run, folder)
  expect(run).toHaveBeenCalledTimes(1)
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 29) })
  write({ host: 'another machine', pid: 1 })
  // Renews the lock with a time in 1970, as another machine with a wrong clock would.
  utimesSync(lock, 0, 0)
  const built = runWithBuildLock(run, folder)
  await vi.advanceTimersByTimeAsync(50_000)
  utimesSync(lock, 10, 10)
  await vi.advanceTimersByTimeAsync(59_000)
  expect(run).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(2_000)
  await built
  expect(run).toHaveBeenCalledTimes(2)
})

test('a build renews its lock every ten seconds', async () => {
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 29) })
  const { folder, lock } = createFolder()
  await runWithBuildLock(async () => {
    vi.advanceTimersByTime(10_000)
    expect(statSync(lock).mtimeMs).toBe(Date.UTC(2026, 10, 29) + 10_000)
  }, folder)
  expect(vi.getTimerCount()).toBe(0)
})

test('a paused build fails when another process has taken its lock, and does not remove the lock of that process', async () => {
  vi.useFakeTimers()
  const { folder, lock, write } = createFolder()
  const build = runWithBuildLock(async () => {
    write({ host: 'another machine', pid: 1 })
    vi.advanceTimersByTime(10_000)
    await new Promise(() => {})
  }, folder)
  await expect(build).rejects.toThrow('Another build has begun')
  expect(readFileSync(lock, 'utf8')).toContain('another machine')
})
