import { expect, test, vi } from 'vitest'
import * as z from 'zod'
import { createTestDatabase } from '../testing/database.ts'
import { writeSetting } from './settings.ts'
import { createWorkLease } from './work-lease.ts'

const start = Date.UTC(2026, 10, 29, 12)
const work = createWorkLease('test.work', z.string())

/** Claims the work of a new site. The clock is fake, so that a test can set it forward. */
async function claimWork() {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now: start })
  const db = await createTestDatabase()
  const claim = await work.claim(db)
  if (!claim) throw new Error('The work was not claimed.')
  return { db, claim }
}

test('while a process has a claim, other processes get none; after its release, one of several simultaneous claims succeeds', async () => {
  const { db, claim } = await claimWork()
  expect(await Promise.all([work.claim(db), work.claim(db)])).toEqual([null, null])
  expect(await work.read(db)).toEqual({ runningSince: start, last: null })
  expect(await claim.release(db, 'done')).toBe(true)
  expect(await work.read(db)).toEqual({ runningSince: null, last: 'done' })
  const claims = await Promise.all([work.claim(db), work.claim(db), work.claim(db)])
  expect(claims.filter(Boolean)).toMatchObject([{ last: 'done' }])
})

test('a claim is renewed every 30 seconds while its work runs, and expires two minutes after the last renewal', async () => {
  const { db, claim } = await claimWork()
  const { promise, resolve } = Promise.withResolvers<void>()
  const running = claim.renewDuring(() => promise, vi.fn())
  const readExpiry = async () => {
    const { value } = await db
      .selectFrom('settings')
      .select('value')
      .where('key', '=', 'test.work')
      .executeTakeFirstOrThrow()
    return JSON.parse(value).claimedUntil
  }
  vi.advanceTimersByTime(30_000)
  await expect.poll(readExpiry, { interval: 1 }).toBe(start + 150_000)
  resolve()
  await running
  vi.setSystemTime(start + 149_999)
  expect((await work.read(db)).runningSince).toBe(start)
  expect(await work.claim(db)).toBeNull()
  vi.setSystemTime(start + 150_000)
  expect((await work.read(db)).runningSince).toBeNull()
  expect(await work.claim(db)).not.toBeNull()
})

test('a process that has lost its claim changes neither the claim nor the results of the next process', async () => {
  const { db, claim } = await claimWork()
  vi.setSystemTime(start + 120_000)
  const next = await work.claim(db)
  await next?.renew('next')
  expect([await claim.renew('late'), await claim.release(db, 'late')]).toEqual([false, false])
  expect(await work.read(db)).toEqual({ runningSince: start + 120_000, last: 'next' })
})

test('a renewal and a new result at the same time are both stored', async () => {
  const { db, claim } = await claimWork()
  vi.setSystemTime(start + 60_000)
  expect(await Promise.all([claim.renew(), claim.renew('half'), claim.renew()])).toEqual([true, true, true])
  expect(await work.read(db)).toEqual({ runningSince: start, last: 'half' })
})

test('a process whose clock is up to a minute slow gets no claim while another process has the claim', async () => {
  const { db } = await claimWork()
  vi.setSystemTime(start - 60_000)
  expect(await work.read(db)).toEqual({ runningSince: start, last: null })
  expect(await work.claim(db)).toBeNull()
})

test('a claim with the results of another version is valid; a claim is ignored when it ends more than three minutes from now', async () => {
  const { db } = await claimWork()
  const store = (claimedUntil: number) =>
    writeSetting(db, 'test.work', { runningSince: start, claimedUntil, last: { of: 'another version' } })
  await store(start + 180_000)
  expect(await work.claim(db)).toBeNull()
  await store(start + 180_001)
  expect(await work.claim(db)).toMatchObject({ last: null })
})
