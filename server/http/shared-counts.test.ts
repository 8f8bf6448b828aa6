import { startRedis } from '@hobohat/hub/testing'
import { beforeAll, describe, expect, inject, onTestFinished, test, vi } from 'vitest'
import { createTestDatabase } from '../testing/database.ts'
import { createTestSite, PASSWORD, type TestSite } from '../testing/site.ts'
import { createPostgresCallCounts, createRedisCallCounts, type SharedCallCounts } from './shared-counts.ts'

const isPostgres = inject('postgres') !== undefined
let redis: Awaited<ReturnType<typeof startRedis>>
beforeAll(async () => {
  redis = await startRedis()
  return () => redis.stop()
})

/** The stores in which several processes count calls together. A site on SQLite has only one process. */
const places: [string, (site: Pick<TestSite, 'db'>) => Promise<SharedCallCounts>][] = [
  ['Redis', () => createRedisCallCounts(redis.url)],
  ...(isPostgres ? ([['Postgres', async ({ db }) => createPostgresCallCounts(db)]] as typeof places) : []),
]

describe.each(places)('call counts in %s', (_, open) => {
  /** Two processes of one site. */
  async function createProcesses() {
    const db = await createTestDatabase()
    const create = async () => {
      const counts = await open({ db })
      onTestFinished(() => counts.close())
      await vi.waitFor(() => counts.count(crypto.randomUUID(), 1_000))
      return createTestSite({ db, counts })
    }
    return [await create(), await create()] as const
  }

  test('when 50 wrong passwords are sent to two processes, only 10 are checked', async () => {
    const processes = await createProcesses()
    const email = `${crypto.randomUUID()}@example.org`
    await processes[0].createReader(email)
    const guess = (i: number, password = `guess ${i}`) =>
      processes[i % 2 ? 1 : 0].call('POST', '/auth/manual-login', { body: { email, password }, from: '198.51.100.7' })
    const answers = await Promise.all(Array.from({ length: 50 }, (_, i) => guess(i)))
    const statuses = answers.map(({ statusCode }) => statusCode)
    expect(statuses.filter((status) => status === 401)).toHaveLength(10)
    expect(statuses.filter((status) => status === 429)).toHaveLength(40)
    const refused = await guess(1, PASSWORD)
    expect(refused.statusCode).toBe(429)
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(590)
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(600)
  })

  test('calls of different endpoints and callers are counted separately', async () => {
    const [site] = await createProcesses()
    const email = `${crypto.randomUUID()}@example.org`
    const ask = (path: string, to: string) =>
      site.call('POST', `/auth/${path}`, { body: { email: to, verificationUrl: 'https://site.test/verify-email' } })
    for (let i = 0; i < 5; i++) expect((await ask('forgot-password', email)).statusCode).toBe(200)
    expect((await ask('forgot-password', email)).statusCode).toBe(429)
    expect((await ask('forgot-password', `other-${email}`)).statusCode).toBe(200)
    expect((await ask('resend-verification', email)).statusCode).toBe(200)
  })

  test('when the window of a rate limit has ended, the next call begins a new window', async () => {
    const counts = await open({ db: await createTestDatabase() })
    onTestFinished(() => counts.close())
    const key = crypto.randomUUID()
    await vi.waitFor(() => counts.count(crypto.randomUUID(), 1_000))
    const together = await Promise.all(Array.from({ length: 20 }, () => counts.count(key, 60_000)))
    expect(together.map(({ count }) => count).toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: 20 }, (_, i) => i + 1),
    )
    const short = crypto.randomUUID()
    await counts.count(short, 1)
    await vi.waitFor(async () => expect((await counts.count(short, 1)).count).toBe(1))
  })
})

if (isPostgres)
  test('counts of ended windows are deleted from Postgres, and the counts contain no IP address', async () => {
    const db = await createTestDatabase()
    const counts = createPostgresCallCounts(db)
    const site = await createTestSite({ db, counts })
    await site.call('POST', '/auth/forgot-password', { body: { email: 'nora@example.org' }, from: '198.51.100.9' })
    const rows = () => db.selectFrom('call_counts').selectAll().execute()
    expect(JSON.stringify(await rows())).not.toMatch(/nora|198\.51/)
    expect((await rows()).length).toBeGreaterThan(0)
    await counts.clean()
    expect((await rows()).length).toBeGreaterThan(0)
    await db.updateTable('call_counts').set({ ends_at: 1 }).execute()
    await counts.clean()
    expect(await rows()).toEqual([])
  })

test('while the shared counts cannot be reached, each process counts only its own calls, and logs the failure once', async () => {
  let isAway = true
  const warn = vi.fn()
  const counts: SharedCallCounts = {
    count: async () => {
      if (isAway) throw new Error('Redis is away.')
      return { count: 1, endsInMs: 1_000 }
    },
    clean: async () => {},
    close: () => {},
  }
  const site = await createTestSite({ counts })
  vi.spyOn(site.app.log, 'warn').mockImplementation(warn)
  const guess = () => site.call('POST', '/auth/manual-login', { body: { email: 'nora@example.org', password: 'x' } })
  const statuses = []
  for (let i = 0; i < 12; i++) statuses.push((await guess()).statusCode)
  expect(statuses).toEqual([...Array(10).fill(401), 429, 429])
  isAway = false
  expect((await guess()).statusCode).toBe(401)
  expect(warn).toHaveBeenCalledTimes(1)
})
