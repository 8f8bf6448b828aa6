/**
 * `npm run bench:cluster [-- --rounds 5]`: compares the processor time that a request takes on a site with one process
 * and with two. Both sites have the same Postgres, Redis, balancer and rate of requests. The time of the balancer and
 * of the databases does not count.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { startPostgres, startRedis } from '@hobohat/hub/testing'
import { distFolder } from '../build/site.ts'
import { Cluster } from '../scripts/cluster/cluster.ts'
import { ensureBuilt } from '../scripts/ensure-built.ts'
import { tryInstallRedis } from '../scripts/redis.ts'
import { readProcessorMs } from './process-use.ts'
import { createTemporaryFolder } from './processes.ts'
import { readRounds } from './rounds.ts'
import { measuredArticle } from './serve.ts'
import { formatSummary, summariseValues } from './statistics.ts'
import { formatMetOrMissed, printTable } from './table.ts'
import { measureGet } from './timed-get.ts'

const RATE = 200
/** The number of requests to each process before the measurement, so that the process compiles its code. */
const WARM_UP = 3_000
const WARM_UP_RATE = 600
const MEASURED_MS = 10_000
const GOAL = 1.1
const paths = [
  '/',
  measuredArticle.path,
  `/comments/${measuredArticle.path.slice(1)}`,
  '/api/kitchens',
  '/notifications',
]

const rounds = readRounds(5)
tryInstallRedis()
ensureBuilt()
const [postgres, redis] = [await startPostgres(), await startRedis()]
try {
  const measured: Record<1 | 2, number[]> = { 1: [], 2: [] }
  for (let round = 0; round < rounds; round++)
    for (const size of [1, 2] as const) measured[size].push(await measure(size))
  const [one, two] = [summariseValues(measured[1]), summariseValues(measured[2])]
  const ratio = two.median / one.median
  printTable(
    `Processor time of a request at ${RATE} requests a second, ms`,
    ['', 'one process', 'two processes', 'ratio', `≤ ${GOAL}`],
    [
      [
        'all processes',
        formatSummary(one, 3),
        formatSummary(two, 3),
        ratio.toFixed(2),
        formatMetOrMissed(ratio <= GOAL),
      ],
    ],
  )
} finally {
  await Promise.all([postgres.stop(), redis.stop()])
}

/** Returns the processor time that one request takes on a site with this number of processes, in milliseconds. */
async function measure(size: number): Promise<number> {
  const settings = { DATABASE_URL: postgres.url, REDIS_URL: redis.url, LOG_LEVEL: 'warn', SAMPLES: 'off' }
  const data = createTemporaryFolder()
  const cluster = await Cluster.start({ dist: distFolder, data, port: 0, size, settings: () => settings })
  try {
    await ask(cluster.origin, WARM_UP * size, WARM_UP_RATE)
    const before = await processorMs(cluster)
    await ask(cluster.origin, (RATE * MEASURED_MS) / 1_000, RATE)
    return ((await processorMs(cluster)) - before) / ((RATE * MEASURED_MS) / 1_000)
  } finally {
    await cluster.close()
  }
}

async function processorMs(cluster: Cluster): Promise<number> {
  const times = await Promise.all(cluster.processIds.map(readProcessorMs))
  return times.reduce((sum, ms) => sum + ms, 0)
}

/** Sends requests at a fixed rate. @param rate requests per second @throws when a request is not answered with 200 */
async function ask(origin: string, count: number, rate: number): Promise<void> {
  const answers: Promise<number>[] = []
  for (const start = performance.now(); answers.length < count; await wait(5)) {
    const due = Math.min(count, ((performance.now() - start) / 1_000) * rate)
    while (answers.length < due) answers.push(measureGet(origin + paths[answers.length % paths.length], false))
  }
  await Promise.all(answers)
}
