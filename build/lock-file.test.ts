import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { Worker } from 'node:worker_threads'
import { expect, onTestFinished, test } from 'vitest'
import { releaseLock, tryLock } from './lock-file.ts'

function createFolder() {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'lock-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

const ROUNDS = 50
const ROUND_MS = 10

/** Code of a thread that tries to take a new lock in each round. All threads begin each round at the same moment. */
const competitor = `
const { parentPort, workerData } = require('node:worker_threads')
import(workerData.module).then(({ tryLock }) => {
  parentPort.once('message', async (start) => {
    const won = []
    for (let round = 0; round < ${ROUNDS}; round++) {
      while (performance.timeOrigin + performance.now() < start + round * ${ROUND_MS});
      if (await tryLock(workerData.folder + '/' + round)) won.push(round)
    }
    parentPort.postMessage(won)
  })
  parentPort.postMessage([])
})`

test('when two processes take a lock at the same moment, only one gets it', async () => {
  const workerData = { module: path.resolve('build/lock-file.ts'), folder: createFolder() }
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

test('when two callers find the lock of an ended process, only one gets it, and only its release removes it', async () => {
  const file = path.join(createFolder(), 'lock')
  writeFileSync(file, JSON.stringify({ host: os.hostname(), pid: 2 ** 22 + 1 }))
  const isStale = () => true
  const owners = await Promise.all([tryLock(file, isStale), tryLock(file, isStale)])
  const [owner = '', ...more] = owners.filter((one) => one !== null)
  expect(more).toEqual([])
  releaseLock(file, 'another owner')
  expect(readFileSync(file, 'utf8')).toBe(owner)
  releaseLock(file, owner)
  expect(await tryLock(file)).not.toBeNull()
})
