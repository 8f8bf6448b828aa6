import { startRedis } from '@hobohat/hub/testing'
import { expect, onTestFinished, test } from 'vitest'
import { provisionTestDatabaseLocation } from '../../testing/database.ts'
import { writeTemporaryFixture } from '../../testing/fixture-build.ts'
import { connectHubTestClient } from '../../testing/hub-test-client.ts'
import { buildSchemaUrl, runStatement } from '../../testing/postgres-template.ts'
import { sendRawRequest } from '../../testing/raw-connection.ts'
import { type RunningServer, runServerProcess } from '../../testing/run-server.ts'

/** The time limit. Two processes that run from source files start slowly on a busy machine. */
const PATIENCE_MS = 60_000

/** Starts two processes with this environment, and opens a page at each; both pages watch the same article. */
async function openTwo(environment: Record<string, string>) {
  const folder = writeTemporaryFixture()
  const servers = [runServerProcess(folder, environment), runServerProcess(folder, environment)]
  const pages = []
  for (const { port } of servers) pages.push(await connectHubTestClient(`http://127.0.0.1:${await port}`))
  for (const page of pages) await page.watch('about')
  return { servers, pages }
}

test(
  'two processes that share Postgres or Redis count the readers of both and exit with code 0',
  async () => {
    const { url } = await provisionTestDatabaseLocation()
    const environment: Record<string, string> = url ? { DATABASE_URL: url } : { REDIS_URL: await redisUrl() }
    const { servers, pages } = await openTwo(environment)
    for (const page of pages) {
      await expect
        .poll(() => page.received('readersChanged').at(-1), { timeout: 15_000 })
        .toEqual({ pageUrl: 'about', readers: 2 })
    }
    for (const server of servers) server.kill('SIGTERM')
    for (const server of servers) expect(await server.ended).toEqual({ code: 0, complaints: '' })
  },
  PATIENCE_MS,
)

test(
  'two sites in two schemas of one Postgres count only their own readers',
  async () => {
    const { url } = await provisionTestDatabaseLocation()
    // Only Postgres has schemas.
    if (!url) return
    await runStatement(url, 'create schema other')
    const folder = writeTemporaryFixture()
    const open = async (server: RunningServer) => {
      const page = await connectHubTestClient(`http://127.0.0.1:${await server.port}`)
      await page.watch('about')
      return page
    }
    const own = runServerProcess(folder, { DATABASE_URL: url })
    const pages = [await open(own)]
    const other = await open(runServerProcess(folder, { DATABASE_URL: buildSchemaUrl(url, 'other') }))
    // The count of the other site would have changed before that of the second page.
    for (const readers of [2, 3]) {
      pages.push(await open(own))
      await expect
        .poll(() => pages[0]?.received('readersChanged').at(-1), { timeout: 15_000 })
        .toMatchObject({ readers })
    }
    expect(other.received('readersChanged')).toEqual([{ pageUrl: 'about', readers: 1 }])
  },
  PATIENCE_MS,
)

test('while Redis is unreachable, a process starts, serves pages and counts its own readers', async () => {
  const server = runServerProcess(writeTemporaryFixture(), { REDIS_URL: 'redis://127.0.0.1:9' })
  const port = await server.port
  expect(await sendRawRequest(port, 'GET /about HTTP/1.1\r\nHost: x\r\n\r\n')).toContain('200 OK')
  const page = await connectHubTestClient(`http://127.0.0.1:${port}`)
  await page.watch('about')
  expect(await page.until('readersChanged', 1)).toEqual([{ pageUrl: 'about', readers: 1 }])
  server.kill('SIGTERM')
  expect(await server.ended).toEqual({ code: 0, complaints: '' })
})

async function redisUrl(): Promise<string> {
  const redis = await startRedis()
  onTestFinished(() => redis.stop())
  return redis.url
}
