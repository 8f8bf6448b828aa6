import { linkSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { Worker } from 'node:worker_threads'
import { expect, onTestFinished, test, vi } from 'vitest'
import { releaseLock, tryCreateLockFile } from './lock-file.ts'

vi.mock('node:fs', { spy: true })

function createFolder() {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'lock-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

/** The lock of a process of this machine that has ended. */
const endedOwner = JSON.stringify({ host: os.hostname(), pid: 2 ** 22 + 1 })

const ROUNDS = 50
const ROUND_MS = 10

/** Code of a thread that tries to take another lock in each round. All threads begin each round at the same moment. */
const competitor = `
const { parentPort, workerData } = require('node:worker_threads')
import(workerData.module).then(({ tryCreateLockFile }) => {
  parentPort.once('message', async (start) => {
    const won = []
    for (let round = 0; round < ${ROUNDS}; round++) {
      while (performance.timeOrigin + performance.now() < start + round * ${ROUND_MS});
      if (tryCreateLockFile(workerData.folder + '/' + round)) won.push(round)
    }
    parentPort.postMessage(won)
  })
  parentPort.postMessage([])
})`

test('when two processes take a free or a stale lock at the same moment, only one gets it', async () => {
  const folder = createFolder()
  for (let round = 0; round < ROUNDS; round += 2) writeFileSync(path.join(folder, String(round)), endedOwner)
  const workerData = { module: path.resolve('build/lock-file.ts'), folder }
  const workers = [1, 2].map(() => new Worker(competitor, { eval: true, workerData }))
  const receive = (worker: Worker) =>
    new Promise<number[]>((resolve, reject) => worker.once('message', resolve).once('error', reject))
  await Promise.all(workers.map(receive))
  const results = Promise.all(workers.map(receive))
  const start = performance.timeOrigin + performance.now() + 50
  for (const worker of workers) worker.postMessage(start)
  const won = (await results).flat().sort((one, other) => one - other)
  await Promise.all(workers.map((worker) => worker.terminate()))
  expect(won).toEqual(Array.from({ length: ROUNDS }, (_, round) => round))
})

test('a process that finds a lock stale does not remove the new lock of a faster process', () => {
  const folder = createFolder()
  const file = path.join(folder, 'lock')
  writeFileSync(file, endedOwner)
  let faster: string | null = null
  const slower = tryCreateLockFile(file, () => {
    faster = tryCreateLockFile(file)
    return true
  })
  expect(faster).not.toBeNull()
  expect(slower).toBeNull()
  expect(readFileSync(file, 'utf8')).toBe(faster)
  expect(readdirSync(folder)).toEqual(['lock'])
})

test('only the owner of a lock can release it', () => {
  const file = path.join(createFolder(), 'lock')
  const owner = tryCreateLockFile(file) ?? ''
  releaseLock(file, 'another owner')
  expect(readFileSync(file, 'utf8')).toBe(owner)
  expect(tryCreateLockFile(file)).toBeNull()
  releaseLock(file, owner)
  expect(tryCreateLockFile(file)).not.toBeNull()
})

test.each([
  ['an empty file', '', 6, true],
  ['an empty file that another process may be writing', '', 2, false],
  ['a file with a part of a lock', '{"host":', 6, true],
  ['the number of an ended process, as a former version wrote it', String(2 ** 22 + 1), 0, true],
  ['the number of a running process, as a former version wrote it', String(process.pid), 60, false],
])('a lock that is %s can be taken only when no running process can own it', (_, text, ageSeconds, isTaken) => {
  const file = path.join(createFolder(), 'lock')
  writeFileSync(file, text)
  const time = new Date(Date.now() - ageSeconds * 1000)
  utimesSync(file, time, time)
  expect(tryCreateLockFile(file) !== null).toBe(isTaken)
})

test('on a file system without hard links, one owner at a time gets the lock', () => {
  vi.mocked(linkSync).mockImplementation(() => {
    throw Object.assign(new Error('Not permitted.'), { code: 'EPERM' })
  })
  const file = path.join(createFolder(), 'lock')
  const owner = tryCreateLockFile(file)
  expect(owner).not.toBe(null)
  expect(tryCreateLockFile(file)).toBe(null)
  releaseLock(file, owner ?? '')
  expect(tryCreateLockFile(file)).not.toBe(null)
})
