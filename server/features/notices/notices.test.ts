import { beforeEach, expect, test, vi } from 'vitest'
import { ACCESS_TOKEN_MS, MINUTE_MS } from '#contract/limits.ts'
import type { Notice } from '#contract/notices.ts'
import { createId } from '../../db/ids.ts'
import { createDeskSite } from '../../testing/desk.ts'
import { addPerson } from '../../testing/people.ts'

const NOON = Date.UTC(2026, 10, 21, 12)

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOON })
})

/** Creates a site with the admin Ada, the reader Nora and the guest Gus, and functions to list their notices. */
async function createNoticeSite() {
  const site = await createDeskSite()
  const nora = await addPerson(site.db, { name: 'Nora' })
  const gus = await addPerson(site.db, { name: 'Gus', roles: ['Guest'] })
  const post = async (draft: Record<string, unknown>): Promise<string> => {
    const { status, body } = await site.ask('POST', '/notices', draft)
    expect(status).toBe(201)
    return body.id
  }
  const listFor = async (token?: string): Promise<Notice[]> => {
    const answer = await site.call('GET', '/notifications', token === undefined ? {} : { token })
    expect(answer.statusCode).toBe(200)
    return answer.json()
  }
  const shownTo = async (token?: string) => (await listFor(token)).map(({ message }) => message)
  const dismiss = (id: string, token?: string) =>
    site.call('POST', `/notifications/dismiss/${id}`, token === undefined ? {} : { token })
  return { ...site, nora, gus, post, listFor, shownTo, dismiss }
}

test('S3.06 S7.12 GET /notifications returns a list of notices with id, message, priority and links', async () => {
  const { post, listFor, call } = await createNoticeSite()
  expect(await listFor()).toEqual([])
  const links = [{ label: 'The run', url: '/regatta' }]
  const id = await post({ message: 'A new record', priority: 'high', links })
  expect(await listFor()).toEqual([{ id, message: 'A new record', priority: 'high', links }])
  expect((await call('GET', '/notifications')).headers['cache-control']).toBe('no-store')
})

test('S7.12 notices are sorted by priority, highest first, and then by start, latest first', async () => {
  const { post, shownTo } = await createNoticeSite()
  await post({ message: 'low', priority: 'low' })
  await post({ message: 'normal, since an hour', startsAt: NOON - 60 * MINUTE_MS })
  await post({ message: 'high, since an hour', priority: 'high', startsAt: NOON - 60 * MINUTE_MS })
  await post({ message: 'normal' })
  await post({ message: 'high', priority: 'high' })
  expect(await shownTo()).toEqual(['high', 'high, since an hour', 'normal', 'normal, since an hour', 'low'])
})

test('a notice is shown from its start until its end, except while it is withdrawn', async () => {
  const { post, shownTo, ask } = await createNoticeSite()
  const [start, end] = [NOON + MINUTE_MS, NOON + 3 * MINUTE_MS]
  const id = await post({ message: 'Now', startsAt: start, endsAt: end })
  expect(await shownTo()).toEqual([])
  vi.setSystemTime(start - 1)
  expect(await shownTo()).toEqual([])
  vi.setSystemTime(start)
  expect(await shownTo()).toEqual(['Now'])
  await ask('PUT', `/notices/${id}/withdrawn`, { withdrawn: true })
  expect(await shownTo()).toEqual([])
  await ask('PUT', `/notices/${id}/withdrawn`, { withdrawn: false })
  vi.setSystemTime(end - 1)
  expect(await shownTo()).toEqual(['Now'])
  vi.setSystemTime(end)
  expect(await shownTo()).toEqual([])
})

test('S6.01 S6.03 visitors and guests see notices for everyone, readers also see notices for readers, and admins see all notices', async () => {
  const { db, post, shownTo, nora, gus, ada } = await createNoticeSite()
  const partner = await addPerson(db, { roles: ['Partner'] })
  for (const audience of ['everyone', 'readers', 'admins']) await post({ message: audience, audience })
  expect(await shownTo()).toEqual(['everyone'])
  expect(await shownTo(gus.token)).toEqual(['everyone'])
  expect(await shownTo(nora.token)).toEqual(['readers', 'everyone'])
  expect(await shownTo(partner.token)).toEqual(['readers', 'everyone'])
  expect(await shownTo(ada.token)).toEqual(['admins', 'readers', 'everyone'])
})

test('S4.12 S6.03 a notice that a reader has dismissed is hidden from this reader on every device, but not from other people', async () => {
  const { call, createReader, logIn, post, shownTo, dismiss, nora } = await createNoticeSite()
  const tim = await createReader('tim@example.org')
  const id = await post({ message: 'Old news' })
  await post({ message: 'News' })
  const elsewhere = await logIn('tim@example.org')
  const answer = await dismiss(id, tim.accessToken)
  expect([answer.statusCode, answer.body]).toEqual([204, ''])
  expect(await shownTo(tim.accessToken)).toEqual(['News'])
  expect(await shownTo(elsewhere.accessToken)).toEqual(['News'])
  expect(await shownTo(nora.token)).toEqual(['News', 'Old news'])
  expect(await shownTo()).toEqual(['News', 'Old news'])
  await call('POST', '/auth/logout', { token: tim.accessToken, body: {} })
  expect(await shownTo((await logIn('tim@example.org')).accessToken)).toEqual(['News'])
})

test('a repeated dismissal of a notice is answered 204 and not counted again, even after the notice has ended or was withdrawn', async () => {
  const { ask, post, dismiss, nora } = await createNoticeSite()
  const id = await post({ message: 'Short', endsAt: NOON + MINUTE_MS })
  expect((await dismiss(id, nora.token)).statusCode).toBe(204)
  expect((await dismiss(id, nora.token)).statusCode).toBe(204)
  vi.setSystemTime(NOON + 2 * MINUTE_MS)
  expect((await dismiss(id, nora.token)).statusCode).toBe(204)
  await ask('PUT', `/notices/${id}/withdrawn`, { withdrawn: true })
  expect((await dismiss(id, nora.token)).statusCode).toBe(204)
  expect((await ask('GET', '/notices')).body.notices).toMatchObject([{ id, dismissals: 1 }])
})

test('S6.01 when a visitor (401) or a guest (403) tries to dismiss a notice, the notice stays', async () => {
  const { ask, post, shownTo, dismiss, gus } = await createNoticeSite()
  const id = await post({ message: 'News' })
  expect((await dismiss(id)).statusCode).toBe(401)
  expect((await dismiss(id, 'not-a-token')).statusCode).toBe(401)
  expect((await dismiss(id, gus.token)).statusCode).toBe(403)
  expect(await shownTo(gus.token)).toEqual(['News'])
  expect((await ask('GET', '/notices')).body.notices).toMatchObject([{ dismissals: 0 }])
})

test('a reader who dismisses an unknown notice, a notice for admins or a notice that has not begun gets 404, and an invalid id gets 400', async () => {
  const { post, dismiss, nora, ada } = await createNoticeSite()
  const forAdmins = await post({ message: 'Secret', audience: 'admins' })
  const later = await post({ message: 'Later', startsAt: NOON + MINUTE_MS })
  for (const id of [createId(), forAdmins, later]) {
    const answer = await dismiss(id, nora.token)
    expect([answer.statusCode, answer.json().code]).toEqual([404, 'not_found'])
  }
  expect((await dismiss(forAdmins, ada.token)).statusCode).toBe(204)
  for (const id of ['1', '..%2f', '%00', "'; drop table notices"])
    expect((await dismiss(encodeURI(id), nora.token)).statusCode, id).toBe(400)
})

test('a request for notices with an invalid token is answered 401, not with the notices for visitors', async () => {
  const { call, post, dismiss, nora, shownTo } = await createNoticeSite()
  await dismiss(await post({ message: 'Old news' }), nora.token)
  vi.setSystemTime(NOON + ACCESS_TOKEN_MS + MINUTE_MS)
  const answer = await call('GET', '/notifications', { token: nora.token })
  expect([answer.statusCode, answer.json().code]).toEqual([401, 'unauthenticated'])
  expect((await call('GET', '/notifications', { headers: { authorization: 'Basic eDp5' } })).statusCode).toBe(401)
  expect(await shownTo()).toEqual(['Old news'])
})

test('the data export contains the notices that a reader has dismissed; deleting a notice or the account deletes its dismissals', async () => {
  const { db, call, ask, post, dismiss, nora } = await createNoticeSite()
  const downloaded = async () => {
    const answer = await call('GET', '/api/account/export', { token: nora.token })
    return answer.json().dismissedNotices
  }
  const [first, second] = [await post({ message: 'One' }), await post({ message: 'Two' })]
  await dismiss(first, nora.token)
  vi.setSystemTime(NOON + MINUTE_MS)
  await dismiss(second, nora.token)
  expect(await downloaded()).toEqual([
    { message: 'One', dismissedAt: '2026-11-21T12:00:00.000Z' },
    { message: 'Two', dismissedAt: '2026-11-21T12:01:00.000Z' },
  ])
  await ask('DELETE', `/notices/${first}`)
  expect(await downloaded()).toMatchObject([{ message: 'Two' }])
  await db.deleteFrom('users').where('id', '=', nora.id).execute()
  expect((await ask('GET', '/notices')).body.notices).toMatchObject([{ id: second, dismissals: 0 }])
})
