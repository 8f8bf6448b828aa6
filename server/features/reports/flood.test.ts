import { expect, test, vi } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#contract/limits.ts'
import { createDeskSite } from '../../testing/desk.ts'
import { createEnvelope, createErrorEvent, sendEnvelope, sendEvent } from '../../testing/reports.ts'
import { deleteOldErrors, ERRORS_STORED_MAX } from './store-report.ts'

const NOON = Date.UTC(2026, 10, 21, 12)

function freezeTime() {
  vi.useFakeTimers({ toFake: ['Date'], now: NOON })
}

type Site = Awaited<ReturnType<typeof createDeskSite>>

const invented = (name: string) => createErrorEvent({ exception: undefined, message: `invented ${name}` })
const groups = ({ db }: Site) =>
  db.selectFrom('error_groups').selectAll().orderBy('first_seen_at').orderBy('id').execute()
const count = async (site: Site) => (await groups(site)).length
const letters = (at: number) => at.toString().replace(/\d/g, (digit) => 'abcdefghij'[Number(digit)] ?? '')

/** Inserts the maximum number of stored errors of one side. */
async function fill(site: Site, side: 'browser' | 'server', more: Partial<Awaited<ReturnType<typeof groups>>[0]> = {}) {
  const rows = Array.from({ length: ERRORS_STORED_MAX }, (_, at) => ({
    id: `00000000-0000-7000-${side === 'server' ? 8000 : 9000}-${String(at).padStart(12, '0')}`,
    fingerprint: `${side} ${at}`,
    title: `${side} ${at}`,
    place: '',
    side,
    state: 'open' as const,
    count: 1,
    first_seen_at: NOON - 2 * DAY_MS,
    last_seen_at: NOON - 2 * DAY_MS + at,
    first_release: '1',
    last_release: '1',
    reporter: null,
    touched_at: null,
    ...more,
  }))
  for (let at = 0; at < rows.length; at += 100)
    await site.db
      .insertInto('error_groups')
      .values(rows.slice(at, at + 100))
      .execute()
}

test('an envelope with several events is refused with 400, and none of its events is stored', async () => {
  const site = await createDeskSite()
  const many = Array.from({ length: 50 }, (_, at) => ['event', invented(letters(at))] as const)
  expect((await sendEnvelope(site, createEnvelope(...many))).statusCode).toBe(400)
  expect(await count(site)).toBe(0)
})

test('one network can add at most 20 new errors a day; its reports of known errors are still counted', async () => {
  freezeTime()
  const site = await createDeskSite()
  for (let at = 0; at < 25; at++) {
    const from = `2001:db8:0:7::${at + 1}`
    expect((await sendEvent(site, invented(letters(at)), { from })).statusCode).toBe(200)
  }
  expect(await count(site)).toBe(20)
  await sendEvent(site, invented('a'), { from: '2001:db8:0:7::99' })
  expect((await groups(site))[0]).toMatchObject({ title: 'Message: invented a', count: 2 })

  await sendEvent(site, invented('other'), { from: '2001:db8:0:8::1' })
  expect(await count(site)).toBe(21)
  vi.setSystemTime(NOON + DAY_MS + 1)
  await sendEvent(site, invented('later'), { from: '2001:db8:0:7::1' })
  expect(await count(site)).toBe(22)
})

test('all browsers together can add at most 100 new errors an hour', async () => {
  freezeTime()
  const site = await createDeskSite()
  for (let at = 0; at < 105; at++) await sendEvent(site, invented(letters(at)), { from: `192.0.2.${at}` })
  expect(await count(site)).toBe(100)
  vi.setSystemTime(NOON + HOUR_MS + 1)
  await sendEvent(site, invented('later'), { from: '192.0.2.7' })
  expect(await count(site)).toBe(101)
})

test('at the limit, a new browser error replaces the oldest one; server errors and errors that an admin has changed stay', async () => {
  freezeTime()
  const site = await createDeskSite()
  await fill(site, 'server')
  await fill(site, 'browser')
  const [oldest, second] = ['00000000-0000-7000-9000-000000000000', '00000000-0000-7000-9000-000000000001']
  // The error is open again, but an admin has changed its state.
  for (const state of ['resolved', 'open']) await site.ask('PUT', `/errors/${oldest}/state`, { state })
  for (let at = 0; at < 3; at++) await sendEvent(site, invented(letters(at)))
  const left = await groups(site)
  expect(left.filter(({ side }) => side === 'server')).toHaveLength(ERRORS_STORED_MAX)
  // The error that an admin has changed does not count towards the limit.
  expect(left.filter(({ side }) => side === 'browser')).toHaveLength(ERRORS_STORED_MAX + 1)
  expect(left.map(({ id }) => id)).toContain(oldest)
  expect(left.map(({ id }) => id)).not.toContain(second)
})

test('the IP address that first reported an error is deleted after a day', async () => {
  freezeTime()
  const site = await createDeskSite()
  await sendEvent(site, invented('a'))
  expect((await groups(site))[0]).toMatchObject({ reporter: '192.0.2.7' })
  vi.setSystemTime(NOON + DAY_MS - MINUTE_MS)
  await deleteOldErrors(site.db)
  expect((await groups(site))[0]).toMatchObject({ reporter: '192.0.2.7' })
  vi.setSystemTime(NOON + DAY_MS + 1)
  await deleteOldErrors(site.db)
  expect((await groups(site))[0]).toMatchObject({ reporter: null })
})
