import { expect, test } from 'vitest'
import { chooseWorkerCount } from './workers.ts'

const gigabytes = 1024 ** 3

test.each([
  { forEachCore: 1, cores: 2, memory: 24, workers: 2 },
  { forEachCore: 2, cores: 2, memory: 24, workers: 4 },
  { forEachCore: 1, cores: 8, memory: 16, workers: 8 },
  { forEachCore: 2, cores: 8, memory: 6, workers: 4 },
  { forEachCore: 2, cores: 1, memory: 1, workers: 1 },
] as const)(
  'chooses $workers test workers for $cores cores and $memory GB of memory, with at most $forEachCore for each core',
  ({ forEachCore, cores, memory, workers }) => {
    expect(chooseWorkerCount(forEachCore, cores, memory * gigabytes)).toBe(workers)
  },
)
