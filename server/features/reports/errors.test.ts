import { expect, test, vi } from 'vitest'
import {
  ADMIN_ALERTS_PER_HOUR,
  ERROR_RETENTION_MS,
  HOUR_MS,
  MINUTE_MS,
  STORED_REPORTS_PER_ERROR,
} from '#contract/limits.ts'
import { createDeskSite } from '../../testing/desk.ts'
import { addPerson } from '../../testing/people.ts'
import { createPushSite } from '../../testing/push-site.ts'
import { createErrorEvent, newEventId, sendEvent } from '../../testing/reports.ts'
import { deleteOldErrors } from './store-report.ts'

const NOON = Date.UTC(2026, 10, 21, 12)

function freezeTime() {
  vi.useFakeTimers({ toFake: ['Date'], now: NOON })
}

/** Returns the event of an error thrown in a function with this name, so that it counts as a separate error. */
const errorIn = (name: string, more: Record<string, unknown> = {}) =>
  createErrorEvent({
    exception: { values: [{ type: 'Error', value: `in ${name}`, stacktrace: framesOf(name) }] },
    ...more,
  })
const framesOf = (name: string, lineno = 1) => ({
  frames: [{ filename: 'https://site.test/assets/main-abc12345.js', function: name, lineno, colno: 1 }],
})

type Site = Awaited<ReturnType<typeof createDeskSite>>
const list = async (site: Site, query = '') => (await site.ask('GET', `/errors${query}`)).body
const only = async (site: Site) => (await list(site, '?state=all')).errors[0]
const mailsTo = async (site: Site, address: string) =>
  (await site.mails()).filter(({ to }) => to === address).map(({ subject }) => subject)

test('errors of one type in one function are grouped, even when the line, the message or the file’s hash differs', async () => {
  const site = await createDeskSite()
  const of = (type: string, value: string, stacktrace: object) =>
    createErrorEvent({ exception: { values: [{ type, value, stacktrace }] } })
  await sendEvent(site, of('TypeError', 'a is undefined', framesOf('openMenu')))
  await sendEvent(site, of('TypeError', 'b is undefined', framesOf('openMenu', 99)))
  const rebuilt = JSON.parse(JSON.stringify(framesOf('openMenu')).replace('abc12345', 'Zy_98-76'))
  await sendEvent(site, of('TypeError', 'c is undefined', rebuilt))
  await sendEvent(site, of('RangeError', 'a is undefined', framesOf('openMenu')))
  await sendEvent(site, of('TypeError', 'a is undefined', framesOf('closeMenu')))
  const { errors } = await list(site)
  expect(errors.map(({ count, title }: { count: number; title: string }) => [count, title])).toEqual([
    [1, 'TypeError: a is undefined'],
    [1, 'RangeError: a is undefined'],
    [3, 'TypeError: a is undefined'],
  ])
})

test('errors without a stack trace are grouped when their messages differ only in numbers, ids and URLs', async () => {
  const site = await createDeskSite()
  const withMessage = (message: string) => createErrorEvent({ exception: undefined, message })
  await sendEvent(
    site,
    withMessage('Chunk 12 of https://site.test/a.js failed for 0198b2f0-7a7e-7c9a-8f00-1234567890ab'),
  )
  await sendEvent(
    site,
    withMessage('Chunk 7 of https://site.test/b.js failed for 0198b2f0-7a7e-7c9a-8f00-0000000000ff'),
  )
  await sendEvent(site, withMessage('Chunk 12 of another kind'))
  expect((await list(site)).errors.map(({ count }: { count: number }) => count)).toEqual([1, 2])
})

test('a report that arrives several times with the same event id counts once', async () => {
  const site = await createDeskSite()
  const event = createErrorEvent()
  await Promise.all(Array.from({ length: 5 }, () => sendEvent(site, event)))
  expect(await only(site)).toMatchObject({ count: 1 })
  // A report with the id of an earlier report does not create a new error.
  await sendEvent(site, errorIn('elsewhere', { event_id: event.event_id }))
  expect((await list(site)).counts.open).toBe(1)
})

test('simultaneous reports of one error are all counted, and each admin gets one mail', async () => {
  const site = await createDeskSite()
  const answers = await Promise.all(Array.from({ length: 12 }, () => sendEvent(site, createErrorEvent())))
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(12).fill(200))
  expect(await only(site)).toMatchObject({ count: 12 })
  expect(await mailsTo(site, 'ada@example.org')).toHaveLength(1)
})

test('only the latest reports of each error are stored, but all are counted', async () => {
  freezeTime()
  const site = await createDeskSite()
  const ids = []
  for (let at = 0; at < STORED_REPORTS_PER_ERROR + 3; at++) {
    vi.setSystemTime(NOON + at * 1000)
    ids.push(newEventId())
    await sendEvent(site, createErrorEvent({ event_id: ids.at(-1) }))
  }
  const error = await only(site)
  expect(error.count).toBe(STORED_REPORTS_PER_ERROR + 3)
  const { events } = (await site.ask('GET', `/errors/${error.id}`)).body
  expect(events.map(({ id }: { id: string }) => id)).toEqual(ids.reverse().slice(0, STORED_REPORTS_PER_ERROR))
})

test('S8.12 a resolved error reopens when it occurs again; a muted error is only counted; the log contains each change of state', async () => {
  freezeTime()
  const site = await createDeskSite()
  await sendEvent(site, createErrorEvent())
  const { id } = await only(site)
  const put = (state: string) => site.ask('PUT', `/errors/${id}/state`, { state })
  expect(await put('resolved')).toMatchObject({ status: 200, body: { id, state: 'resolved', count: 1 } })
  await put('resolved')
  expect((await list(site)).counts).toEqual({ open: 0, resolved: 1, muted: 0 })

  vi.setSystemTime(NOON + MINUTE_MS)
  await sendEvent(site, createErrorEvent({ release: 'fixture-2' }))
  expect(await only(site)).toMatchObject({
    state: 'open',
    count: 2,
    firstRelease: 'fixture-1',
    lastRelease: 'fixture-2',
    firstSeenAt: NOON,
    lastSeenAt: NOON + MINUTE_MS,
  })
  await put('muted')
  await sendEvent(site, createErrorEvent())
  expect(await only(site)).toMatchObject({ state: 'muted', count: 3 })
  await put('open')
  expect((await site.ask('DELETE', `/errors/${id}`)).status).toBe(204)
  expect((await site.ask('GET', `/errors/${id}`)).status).toBe(404)
  expect((await put('open')).status).toBe(404)

  expect(await mailsTo(site, 'ada@example.org')).toEqual([
    'A new error: TypeError: x is undefined',
    'An error is back: TypeError: x is undefined',
  ])
  expect(await site.logged()).toEqual([
    'Ada Admin | error deleted | TypeError: x is undefined | ',
    'Ada Admin | error opened again | TypeError: x is undefined | ',
    'Ada Admin | error muted | TypeError: x is undefined | ',
    'Ada Admin | error resolved | TypeError: x is undefined | ',
  ])
})

test('each active admin, and nobody else, gets one mail about each new error, up to an hourly limit', async () => {
  freezeTime()
  const site = await createDeskSite()
  await addPerson(site.db, { name: 'Bo', email: 'bo@example.org', roles: ['Admin'] })
  const gone = await addPerson(site.db, { email: 'gone@example.org', roles: ['Admin'] })
  await site.db.updateTable('users').set({ banned_at: NOON }).where('id', '=', gone.id).execute()
  await addPerson(site.db, { email: 'partner@example.org', roles: ['Partner'] })
  for (let at = 0; at < ADMIN_ALERTS_PER_HOUR + 2; at++) await sendEvent(site, errorIn(`place${at}`))
  const subjects = Array.from({ length: ADMIN_ALERTS_PER_HOUR }, (_, at) => `A new error: Error: in place${at}`)
  expect(await mailsTo(site, 'ada@example.org')).toEqual(subjects)
  expect(await mailsTo(site, 'bo@example.org')).toEqual(subjects)
  expect(await site.mails()).toHaveLength(2 * ADMIN_ALERTS_PER_HOUR)
  const [first, last] = [(await site.mails())[0], (await site.mails()).at(-1)]
  const { errors } = await list(site)
  expect(first?.text).toContain(`https://site.test/desk/errors#${errors.at(-1).id}`)
  expect(first?.text).toContain('assets/main-abc12345.js in place0, release fixture-1')
  expect(last?.text).toContain('you hear no more of others until that is over')

  vi.setSystemTime(NOON + HOUR_MS + 1)
  await sendEvent(site, errorIn('later'))
  expect(await mailsTo(site, 'ada@example.org')).toEqual([...subjects, 'A new error: Error: in later'])
})

test('admins get a push when an error is new and when a resolved error occurs again; readers get none', async () => {
  const site = await createPushSite()
  const [hers, readers] = [await site.addBrowser(site.ada), await site.addBrowser(site.nora)]
  await sendEvent(site, createErrorEvent())
  await sendEvent(site, createErrorEvent())
  await site.deliver()
  const { errors } = (await site.as(site.ada, 'GET', '/api/desk/errors')).body as { errors: { id: string }[] }
  const id = errors[0]?.id
  await site.as(site.ada, 'PUT', `/api/desk/errors/${id}/state`, { state: 'resolved' })
  await sendEvent(site, createErrorEvent())
  await site.deliver()
  const message = { topic: 'errors', body: 'TypeError: x is undefined', url: `/desk/errors#${id}`, tag: `error-${id}` }
  expect(hers.got()).toMatchObject([
    { ...message, title: 'A new error' },
    { ...message, title: 'An error is back' },
  ])
  expect(readers.got()).toEqual([])
})

test('the desk lists errors in pages, the latest first, and filters them by state and by words', async () => {
  freezeTime()
  const site = await createDeskSite()
  for (let at = 0; at < 53; at++) {
    // Errors come in pairs with the same time, so that a page of the list can end between the two errors of a pair.
    vi.setSystemTime(NOON + Math.floor(at / 2))
    await sendEvent(site, errorIn(`place_${at}`), { from: `192.0.2.${at}` })
  }
  const first = await list(site)
  const second = await list(site, `?cursor=${first.next}`)
  expect([first.errors.length, second.errors.length, second.next]).toEqual([50, 3, null])
  const all = [...first.errors, ...second.errors]
  expect(new Set(all.map(({ id }) => id)).size).toBe(53)
  expect(all.map(({ lastSeenAt }) => lastSeenAt)).toEqual(all.map(({ lastSeenAt }) => lastSeenAt).sort((a, b) => b - a))

  const found = async (search: string) => (await list(site, `?search=${encodeURIComponent(search)}`)).errors.length
  expect(await found('PLACE_7')).toBe(1)
  expect(await found('in error: place_7')).toBe(1)
  expect(await found('place%7')).toBe(0)
  expect(await found('place\\')).toBe(0)
  expect(await found('\0')).toBe(50)
  await site.ask('PUT', `/errors/${all[0].id}/state`, { state: 'muted' })
  expect((await list(site, '?state=muted')).errors).toMatchObject([{ id: all[0].id }])
  expect((await list(site)).counts).toEqual({ open: 52, resolved: 0, muted: 1 })
  for (const cursor of ['x', '1', `1.${'x'.repeat(36)}`, `${'9'.repeat(40)}.${all[0].id}`, `NaN.${all[0].id}`])
    expect((await site.ask('GET', `/errors?cursor=${cursor}`)).status, cursor).toBe(400)
})

test('errors that have not occurred within the retention time are deleted', async () => {
  freezeTime()
  const site = await createDeskSite()
  await sendEvent(site, errorIn('old'))
  vi.setSystemTime(NOON + ERROR_RETENTION_MS)
  await sendEvent(site, errorIn('resolved'))
  await deleteOldErrors(site.db)
  const kept = () => site.db.selectFrom('error_groups').selectAll().execute()
  expect(await kept()).toHaveLength(2)
  vi.setSystemTime(NOON + ERROR_RETENTION_MS + 1)
  await deleteOldErrors(site.db)
  expect(await kept()).toMatchObject([{ title: 'Error: in resolved' }])
})

test('S6.04 the desk’s calls about errors require an admin: other callers get 401 or 403', async () => {
  const site = await createDeskSite()
  await sendEvent(site, createErrorEvent())
  const { id } = await only(site)
  const reader = await addPerson(site.db)
  const partner = await addPerson(site.db, { roles: ['Partner'] })
  for (const [method, path] of [
    ['GET', ''],
    ['GET', `/${id}`],
    ['PUT', `/${id}/state`],
    ['DELETE', `/${id}`],
  ] as const) {
    const statuses = []
    for (const token of [undefined, reader.token, partner.token]) {
      const body = method === 'PUT' ? { body: { state: 'muted' } } : {}
      const answer = await site.call(method, `/api/desk/errors${path}`, { ...body, ...(token && { token }) })
      statuses.push(answer.statusCode)
    }
    expect(statuses, `${method} ${path}`).toEqual([401, 403, 403])
  }
  expect(await only(site)).toMatchObject({ state: 'open' })
})

test('an error report names its account and is in the account’s data export; deleting the account removes the name', async () => {
  const site = await createDeskSite()
  const { accessToken: token, userId } = await site.createReader('nora@example.org', { isProved: true })
  await sendEvent(site, createErrorEvent({ user: { id: userId, username: 'Nora Reader', email: 'nora@example.org' } }))
  const exported = (await site.call('GET', '/api/account/export', { token })).json()
  expect(exported.errorReports).toEqual([
    {
      at: expect.stringMatching(/^\d{4}-/),
      url: 'https://site.test/about',
      client: 'Chrome on Windows',
      user: { id: userId, name: 'Nora Reader', email: 'nora@example.org' },
    },
  ])
  const body = { confirmation: 'delete my account' }
  const deleted = await site.call('POST', '/api/account/delete', { token, body })
  expect(deleted.statusCode).toBe(204)
  const { events } = (await site.ask('GET', `/errors/${(await only(site)).id}`)).body
  expect(events).toMatchObject([{ user: null, client: 'Chrome on Windows' }])
  const rows = await site.db.selectFrom('error_events').selectAll().execute()
  expect(JSON.stringify(rows)).not.toMatch(new RegExp(`nora|${userId}`, 'i'))
})
