import { existsSync, mkdtempSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { runWithBuildLock } from './build-lock.ts'

function createFolder() {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'lock-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const lock = path.join(folder, 'dist.lock')
  return { folder, lock, write: (owner: object) => writeFileSync(lock, JSON.stringify(owner)) }
}

test('builds of one site run one after the other, and a failed build does not stop the next build', async () => {
  const { folder, lock } = createFolder()
  const done: string[] = []
  const build = (name: string) =>
    runWithBuildLock(async () => {
      done.push(`${name} begins`)
      await new Promise(setImmediate)
      done.push(`${name} ends`)
      if (name === 'first') throw new Error('no such page')
    }, folder)
  const [first] = await Promise.allSettled([build('first'), build('second')])
  expect(first.status).toBe('rejected')
  expect(done).toEqual(['first begins', 'first ends', 'second begins', 'second ends'])
  expect(existsSync(lock)).toBe(false)
})

test('takes over the lock of an ended process at once, and the lock of another machine a minute after its last renewal', async () => {
  const { folder, lock, write } = createFolder()
  write({ host: os.hostname(), pid: 2 ** 22 + 1 })
  let builds = 0
  await runWithBuildLock(async () => void builds++, folder)
  write({ host: 'another machine', pid: 1 })
  const old = Date.now() / 1000 - 61
  utimesSync(lock, old, old)
  await runWithBuildLock(async () => void builds++, folder)
  expect(builds).toBe(2)
})

test('a build renews its lock every ten seconds', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now: Date.UTC(2026, 10, 29) })
  const { folder, lock } = createFolder()
  await runWithBuildLock(async () => {
    vi.advanceTimersByTime(600_000)
    expect(statSync(lock).mtimeMs).toBe(Date.now())
  }, folder)
  expect(vi.getTimerCount()).toBe(0)
})
