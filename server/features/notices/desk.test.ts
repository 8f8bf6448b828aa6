import { beforeEach, expect, inject, test, vi } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { HOUR_MS, LINK_LABEL_LENGTH_MAX, MINUTE_MS, NOTICE_LENGTH_MAX } from '#contract/limits.ts'
import * as contract from '#contract/notices.ts'
import { createId } from '../../db/ids.ts'
import { createDeskSite } from '../../testing/desk.ts'
import { collectAddedWorkKinds } from '../../testing/outbox.ts'
import { addPerson } from '../../testing/people.ts'
import { explainQueries } from '../../testing/query-plans.ts'
import { findNextNoticePushTime } from './push-notices.ts'

const NOON = Date.UTC(2026, 10, 21, 12)

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOON })
})

const draft = {
  message: 'News',
  priority: 'normal',
  audience: 'everyone',
  push: false,
  links: [] as { label: string; url: string }[],
  startsAt: null as number | null,
  endsAt: null as number | null,
}

test('S6.04 the desk’s calls about notices require an admin: other callers get 401 or 403, change nothing, and are not logged', async () => {
  const { db, call, ask, logged } = await createDeskSite()
  const { id } = (await ask('POST', '/notices', draft)).body
  const reader = await addPerson(db)
  const partner = await addPerson(db, { roles: ['Partner'] })
  const guest = await addPerson(db, { roles: ['Guest'] })
  const endpoints = Object.values(contract).filter((value) => 'path' in value && value.path.startsWith('/api/desk'))
  expect(endpoints).toHaveLength(5)
  for (const { method, path } of endpoints as Endpoint[]) {
    const body = ['POST', 'PUT'].includes(method) ? { body: { ...draft, message: 'Mine', withdrawn: true } } : {}
    const statuses = []
    for (const token of [undefined, 'not-a-token', reader.token, partner.token, guest.token]) {
      const answer = await call(method, path.replace(':id', id), { ...body, ...(token && { token }) })
      statuses.push(answer.statusCode)
    }
    expect(statuses, `${method} ${path}`).toEqual([401, 401, 403, 403, 403])
  }
  expect((await ask('GET', '/notices')).body.notices).toMatchObject([{ id, message: 'News', withdrawnAt: null }])
  expect(await logged()).toEqual(['Ada Admin | notice posted | News | '])
})

test('posting, editing, withdrawing, restoring and deleting a notice changes the list, and each adds an entry to the log', async () => {
  const { ask, logged } = await createDeskSite()
  const posted = await ask('POST', '/notices', { message: 'Nwes' })
  const { id } = posted.body
  const fresh = { withdrawnAt: null, sample: false, createdAt: NOON, dismissals: 0 }
  const version = expect.any(String)
  expect(posted).toEqual({ status: 201, body: { ...draft, ...fresh, id, message: 'Nwes', startsAt: NOON, version } })

  vi.setSystemTime(NOON + MINUTE_MS)
  const changed = {
    ...draft,
    priority: 'high',
    audience: 'readers',
    links: [{ label: 'More', url: 'https://example.org/' }],
    endsAt: NOON + 5 * MINUTE_MS,
  }
  const edited = await ask('PUT', `/notices/${id}`, changed)
  expect(edited).toEqual({ status: 200, body: { ...changed, ...fresh, id, startsAt: NOON, version } })

  const withdraw = (withdrawn: boolean) => ask('PUT', `/notices/${id}/withdrawn`, { withdrawn })
  expect((await withdraw(true)).body).toEqual({ ...edited.body, withdrawnAt: NOON + MINUTE_MS })
  vi.setSystemTime(NOON + 2 * MINUTE_MS)
  expect((await withdraw(true)).body.withdrawnAt).toBe(NOON + MINUTE_MS)
  expect(await withdraw(false)).toEqual(edited)
  expect(await withdraw(false)).toEqual(edited)
  expect((await ask('GET', '/notices')).body).toEqual({ notices: [edited.body], next: null })

  expect((await ask('DELETE', `/notices/${id}`)).status).toBe(204)
  expect((await ask('DELETE', `/notices/${id}`)).status).toBe(404)
  expect((await ask('GET', '/notices')).body).toEqual({ notices: [], next: null })
  expect(await logged()).toEqual([
    'Ada Admin | notice deleted | News | ',
    'Ada Admin | notice brought back | News | ',
    'Ada Admin | notice withdrawn | News | ',
    'Ada Admin | notice edited | News | ',
    'Ada Admin | notice posted | Nwes | ',
  ])
})

test('a notice is not edited from a form that was filled with an earlier version, unless the text is the stored one', async () => {
  const { ask, logged } = await createDeskSite()
  const { id, version } = (await ask('POST', '/notices', draft)).body
  const edit = (message: string) => ask('PUT', `/notices/${id}`, { ...draft, message, version })
  const first = await edit('From the first tab')
  expect(first.status).toBe(200)
  expect(await edit('From the second tab')).toMatchObject({ status: 409, body: { code: 'notice_changed' } })
  expect((await ask('GET', '/notices')).body.notices).toEqual([first.body])
  expect(await edit('From the first tab')).toEqual(first)
  expect(await logged()).toHaveLength(2)
  const newer = { ...draft, message: 'From the second tab', version: first.body.version }
  expect((await ask('PUT', `/notices/${id}`, newer)).body.message).toBe('From the second tab')
})

test('notices are listed newest first, fifty at a time', async () => {
  const { ask } = await createDeskSite()
  for (let i = 1; i <= 51; i++) await ask('POST', '/notices', { message: `Notice ${i}`, startsAt: NOON - i })
  const first = (await ask('GET', '/notices')).body
  expect(first.notices).toHaveLength(50)
  expect(first.notices[0].message).toBe('Notice 51')
  const rest = (await ask('GET', `/notices?cursor=${first.next}`)).body
  expect(rest.notices.map(({ message }: { message: string }) => message)).toEqual(['Notice 1'])
  expect(rest.next).toBeNull()
})

test('the text of a notice is stored in one line, without invisible characters or changes of the text direction', async () => {
  const { ask } = await createDeskSite()
  const links = [{ label: '\u202Eknil\u0000 \t A ', url: ' https://example.org ' }]
  const { body } = await ask('POST', '/notices', { message: ' Hi\u202E\0\n\n<b>there</b>\u200B ', links })
  expect(body).toMatchObject({ message: 'Hi <b>there</b>', links: [{ label: 'knil A', url: 'https://example.org' }] })
})

test('a notice without a start time begins now; a notice that has begun keeps its start time when edited', async () => {
  const { ask } = await createDeskSite()
  const later = (await ask('POST', '/notices', { ...draft, startsAt: NOON + 9 * MINUTE_MS })).body
  vi.setSystemTime(NOON + MINUTE_MS)
  expect((await ask('PUT', `/notices/${later.id}`, draft)).body.startsAt).toBe(NOON + MINUTE_MS)
  vi.setSystemTime(NOON + 2 * MINUTE_MS)
  expect((await ask('PUT', `/notices/${later.id}`, draft)).body.startsAt).toBe(NOON + MINUTE_MS)
})

const link = { label: 'More', url: '/ueber-mich' }

test.each([
  ['message_missing', { message: '' }],
  ['message_missing', { message: ' \n\u202E\u200B' }],
  ['message_too_long', { message: 'x'.repeat(NOTICE_LENGTH_MAX + 1) }],
  ['too_many_links', { links: [link, link, link, link] }],
  ['link_invalid', { links: [link, { label: 'Run', url: 'javascript:alert(1)' }] }],
  ['link_invalid', { links: [{ label: 'Elsewhere', url: '//evil.example' }] }],
  ['link_invalid', { links: [{ label: ' \u200B', url: '/' }] }],
  ['link_invalid', { links: [{ label: 'x'.repeat(LINK_LABEL_LENGTH_MAX + 1), url: '/' }] }],
  ['end_before_start', { endsAt: NOON }],
  ['end_before_start', { startsAt: NOON + 2, endsAt: NOON + 1 }],
  ['bad_request', { startsAt: 1 }],
  ['bad_request', { endsAt: Number.MAX_SAFE_INTEGER }],
  ['bad_request', { startsAt: 1.5 }],
  ['bad_request', { priority: 'urgent' }],
  ['bad_request', { audience: ['everyone'] }],
  ['bad_request', { message: { toString: 1 } }],
  ['bad_request', { links: [{ label: 'No address' }] }],
])('refuses with %s to post or edit a notice with %j, and stores nothing', async (code, bad) => {
  const { ask, logged } = await createDeskSite()
  const { body: good } = await ask('POST', '/notices', draft)
  for (const [method, path] of [
    ['POST', '/notices'],
    ['PUT', `/notices/${good.id}`],
  ] as const) {
    const { status, body } = await ask(method, path, { ...draft, ...bad })
    expect([status, body.code]).toEqual([400, code])
  }
  expect((await ask('GET', '/notices')).body.notices).toEqual([good])
  expect(await logged()).toHaveLength(1)
})

test('accepts a notice with the longest message, the longest labels and the most links; an emoji counts as one character', async () => {
  const { ask } = await createDeskSite()
  const links = [1, 2, 3].map(() => ({ label: '🎮'.repeat(LINK_LABEL_LENGTH_MAX), url: '/' }))
  const body = { ...draft, message: '🎮'.repeat(NOTICE_LENGTH_MAX), links }
  expect((await ask('POST', '/notices', body)).status).toBe(201)
})

test('a call about an unknown notice is answered 404, and a call with an invalid id 400', async () => {
  const { ask } = await createDeskSite()
  for (const [id, status] of [
    [createId(), 404],
    ['1', 400],
    ["'or'1", 400],
  ] as const) {
    expect((await ask('PUT', `/notices/${id}`, draft)).status).toBe(status)
    expect((await ask('PUT', `/notices/${id}/withdrawn`, { withdrawn: true })).status).toBe(status)
    expect((await ask('DELETE', `/notices/${id}`)).status).toBe(status)
  }
  expect((await ask('GET', '/notices?cursor=1')).status).toBe(400)
})

test('the push job sleeps until the start of the next notice with push, and each change of a notice wakes the job', async () => {
  const { app, db, ask } = await createDeskSite()
  const [job] = app.features.find(({ name }) => name === 'notices')?.jobs ?? []
  const woken = collectAddedWorkKinds(db)
  const next = (until = NOON + HOUR_MS) => job?.nextAt?.(until)
  const startsAt = NOON + 10 * MINUTE_MS
  await ask('POST', '/notices', { ...draft, startsAt: NOON + MINUTE_MS })
  expect(await next()).toBeNull()
  const { id } = (await ask('POST', '/notices', { ...draft, push: true, startsAt, endsAt: startsAt + 2 })).body
  expect([await next(), await next(startsAt), await next(startsAt - 1)]).toEqual([startsAt, startsAt, null])
  await ask('PUT', `/notices/${id}/withdrawn`, { withdrawn: true })
  expect(await next()).toBeNull()
  await ask('PUT', `/notices/${id}/withdrawn`, { withdrawn: false })
  await ask('PUT', `/notices/${id}`, { ...draft, push: true, startsAt: startsAt + 1 })
  expect(await next()).toBe(startsAt + 1)
  expect([job?.work, ...woken]).toEqual(Array(6).fill('notice_push'))
  vi.setSystemTime(startsAt + 1)
  await job?.run()
  expect(await next()).toBeNull()
  if (inject('postgres')) return
  const plans = await explainQueries(db, (db) => findNextNoticePushTime(db, NOON))
  expect(plans.filter((plan) => plan.startsWith('S'))).toEqual(plans.filter((plan) => plan.includes('USING INDEX')))
})
