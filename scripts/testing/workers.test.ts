import { expect, test } from 'vitest'
import { chooseWorkerCount } from './workers.ts'

const gigabytes = 1024 ** 3

test.each([
  { cores: 2, memory: 24, workers: 2 },
  { cores: 8, memory: 16, workers: 8 },
  { cores: 8, memory: 6, workers: 4 },
  { cores: 1, memory: 1, workers: 1 },
])('runs $workers workers on $cores cores and $memory GB of memory', ({ cores, memory, workers }) => {
  expect(chooseWorkerCount(cores, memory * gigabytes)).toBe(workers)
})
