import { expect, test } from 'vitest'
import { getDamagedTimestamp } from '../../../testing/damaged-timestamp.ts'
import { createTestSite, PASSWORD } from '../../../testing/site.ts'

const chrome =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/148.0.0.0 Safari/537.36'
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0'

/** A reader who has logged in with two browsers. */
async function twoBrowsers() {
  const site = await createTestSite()
  const { userId } = await site.createReader('nora@example.org')
  await site.db.deleteFrom('sessions').execute()
  const begin = async (userAgent: string, from: string) => {
    const body = { email: 'nora@example.org', password: PASSWORD }
    const answer = await site.call('POST', '/auth/manual-login', { body, from, headers: { 'user-agent': userAgent } })
    return answer.json() as { accessToken: string; refreshToken: string }
  }
  const first = await begin(chrome, '192.0.2.1')
  const second = await begin(firefox, '192.0.2.2')
  const list = async (token: string) => (await site.call('GET', '/api/account/sessions', { token })).json().sessions
  const works = async (tokens: typeof first) => {
    const me = await site.call('GET', '/auth/current-user', { token: tokens.accessToken })
    const refreshed = await site.call('POST', '/auth/refresh', { body: { refreshToken: tokens.refreshToken } })
    return [me.statusCode, refreshed.statusCode]
  }
  return { ...site, userId, first, second, list, works }
}

test('lists the sessions with browser, IP address and times, and marks the current one', async () => {
  const { first, list } = await twoBrowsers()
  const sessions = await list(first.accessToken)
  const at = expect.any(Number)
  const id = expect.any(String)
  expect(
    sessions.toSorted((a: { address: string }, b: { address: string }) => a.address.localeCompare(b.address)),
  ).toEqual([
    {
      id,
      current: true,
      method: 'password',
      device: 'Chrome on Windows',
      address: '192.0.2.1',
      createdAt: at,
      lastUsedAt: at,
    },
    {
      id,
      current: false,
      method: 'password',
      device: 'Firefox on Linux',
      address: '192.0.2.2',
      createdAt: at,
      lastUsedAt: at,
    },
  ])
})

test('the list of sessions leaves out those that have ended or cannot be refreshed', async () => {
  const { db, first, second, list } = await twoBrowsers()
  const [other] = (await list(first.accessToken)).filter(({ current }: { current: boolean }) => !current)
  await db.updateTable('refresh_tokens').set({ expires_at: 1 }).where('session_id', '=', other.id).execute()
  expect(await list(first.accessToken)).toHaveLength(1)
  await db
    .updateTable('refresh_tokens')
    .set({ expires_at: Date.now() + 1e6 })
    .where('session_id', '=', other.id)
    .execute()
  expect(await list(first.accessToken)).toHaveLength(2)
  await db.updateTable('sessions').set({ revoked_at: 1 }).where('id', '=', other.id).execute()
  expect(await list(first.accessToken)).toHaveLength(1)
  expect(second).toBeDefined()
})

test('ending a session invalidates its access token and its refresh token at once', async () => {
  const { call, first, second, list, works } = await twoBrowsers()
  const { id } = (await list(first.accessToken)).find(({ current }: { current: boolean }) => !current)
  const answer = await call('DELETE', `/api/account/sessions/${id}`, { token: first.accessToken })
  expect([answer.statusCode, answer.body]).toEqual([204, ''])
  expect(await works(second)).toEqual([401, 401])
  expect(await works(first)).toEqual([200, 200])
  expect((await call('DELETE', `/api/account/sessions/${id}`, { token: first.accessToken })).statusCode).toBe(404)
})

test('ending the other sessions keeps the session of the call', async () => {
  const { call, first, second, list, works } = await twoBrowsers()
  expect((await call('DELETE', '/api/account/sessions', { token: first.accessToken })).statusCode).toBe(204)
  expect(await list(first.accessToken)).toHaveLength(1)
  expect(await works(second)).toEqual([401, 401])
  expect(await works(first)).toEqual([200, 200])
})

test('ending a session of another account gets the same 404 as ending an unknown session', async () => {
  const { call, createReader, first, second, list, works } = await twoBrowsers()
  const { accessToken: token } = await createReader('eve@example.org')
  const [{ id }] = await list(first.accessToken)
  const answers = await Promise.all(
    [id, '01920000-0000-7000-8000-000000000000'].map((one) =>
      call('DELETE', `/api/account/sessions/${one}`, { token }),
    ),
  )
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 404])
  expect(answers[0]?.body).toBe(answers[1]?.body)
  await call('DELETE', '/api/account/sessions', { token })
  expect(await works(first)).toEqual([200, 200])
  expect(await works(second)).toEqual([200, 200])
})

test.each(['%00', 'x', "'%20or%201=1--", '..%2f', 'x'.repeat(100)])(
  'refuses to end a session with the invalid id %s',
  async (id) => {
    const { call, createReader } = await createTestSite()
    const { accessToken: token } = await createReader()
    expect((await call('DELETE', `/api/account/sessions/${id}`, { token })).statusCode).toBe(400)
  },
)

test('S8.12 the list of sessions contains the valid rows and names the damaged row; ending all other sessions also ends the damaged one', async () => {
  const { db, call, first, list } = await twoBrowsers()
  const [other] = (await list(first.accessToken)).filter(({ current }: { current: boolean }) => !current)
  await db.updateTable('sessions').set({ created_at: getDamagedTimestamp() }).where('id', '=', other.id).execute()
  const answer = await call('GET', '/api/account/sessions', { token: first.accessToken })
  expect(answer.statusCode).toBe(200)
  expect(answer.json()).toMatchObject({ sessions: [{ current: true }], damaged: [{ id: other.id }] })
  await call('DELETE', '/api/account/sessions', { token: first.accessToken })
  expect(await list(first.accessToken)).toHaveLength(1)
  expect((await call('GET', '/api/account/sessions', { token: first.accessToken })).json().damaged).toBeUndefined()
})
