/**
 * `npm run bench:api [-- --rounds 5]`: measures how many answers per second our server and bare Fastify give for the
 * comments of a page. Both servers send the same bytes, and are measured in turns. Also compares the response times of
 * reads on a large site (a million comments, or 100,000 orders) with those on a small site (a thousand of each).
 */
import { startPostgres } from '@hobohat/hub/testing'
import { ensureBuilt } from '../scripts/ensure-built.ts'
import { listUnmeasuredPageKeys, MEASURED_PAGE_KEY, serveSeededSite } from './api-sites.ts'
import { compareCommentReadsByCount } from './comment-reads.ts'
import { seedComments } from './comments-seed.ts'
import {
  LOAD_CONNECTIONS,
  LOAD_DURATION_MS,
  measureThroughput,
  printThroughput,
  type ThroughputResult,
  WARM_UP_MS,
} from './measure-throughput.ts'
import { compareOrderReadsByCount } from './order-reads.ts'
import type { ServerProcess } from './processes.ts'
import { recordAndServeResponse } from './recorded-response.ts'
import { readRounds } from './rounds.ts'
import { createPostgresInserter } from './rows.ts'
import { serveBuiltSite } from './serve.ts'

const RATIO_MIN = 0.6
const address = `/comments/${MEASURED_PAGE_KEY}`

/**
 * Measures and prints the tables of throughput and response times.
 * @param rounds how often each server is put under load, and how often each series of calls is made
 */
export async function benchmarkApi(rounds: number): Promise<void> {
  ensureBuilt()
  console.log(
    `API: ${rounds} loads of ${LOAD_DURATION_MS / 1000} s to each side, in turns, on ${LOAD_CONNECTIONS} connections.`,
  )
  console.log('Nothing is pinned: the load and the server share the processor with each other and with all else.')
  await using small = await serveSeededSite('a thousand')
  await compareLoads('SQLite', small.site, rounds, RATIO_MIN)
  await measureOnPostgres(rounds)
  await compareCommentReadsByCount(small, rounds)
  await compareOrderReadsByCount(rounds)
}

async function measureOnPostgres(rounds: number): Promise<void> {
  const postgres = await startPostgres().catch(() => null)
  if (!postgres) return console.log('No Postgres runs on this machine, so that one is not measured.')
  try {
    await using site = await serveBuiltSite('/readyz', { DATABASE_URL: postgres.url })
    const shape = {
      comments: 1_000,
      page: MEASURED_PAGE_KEY,
      onPage: 1_000,
      otherPages: listUnmeasuredPageKeys(),
      waiting: 100,
    }
    await seedComments(createPostgresInserter(postgres.url), shape)
    await compareLoads('Postgres', site, rounds)
  } finally {
    await postgres.stop()
  }
}

async function compareLoads(database: string, ours: ServerProcess, rounds: number, ratioMin?: number): Promise<void> {
  await using bare = await recordAndServeResponse('bare-fastify.ts', ours.origin, address)
  for (const server of [ours, bare]) await measureThroughput(server, address, WARM_UP_MS)
  const loads = { ours: [] as ThroughputResult[], bare: [] as ThroughputResult[] }
  for (let round = 0; round < rounds; round++) {
    loads.ours.push(await measureThroughput(ours, address, LOAD_DURATION_MS))
    loads.bare.push(await measureThroughput(bare, address, LOAD_DURATION_MS))
  }
  printThroughput(`${address}, fifty comments, on ${database}`, 'bare Fastify', loads, ratioMin)
}

if (import.meta.main) await benchmarkApi(readRounds(5))
