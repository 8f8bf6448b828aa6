import { expect, onTestFinished, test, vi } from 'vitest'
import {
  DAY_MS,
  GUEST_REFRESH_TOKEN_MS,
  REFRESH_TOKEN_MS,
  REFRESH_TOKEN_REUSE_MS,
  SESSION_MS,
} from '#contract/limits.ts'
import { createTestBrowser } from '../../testing/browser.ts'
import { createTestSite, PASSWORD, type TestSite } from '../../testing/site.ts'

const fakeClock = () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => {
    vi.useRealTimers()
  })
}
const later = (ms: number) => vi.setSystemTime(Date.now() + ms)

const refresh = ({ call }: TestSite, refreshToken: string, headers?: Record<string, string>) =>
  call('POST', '/auth/refresh', { body: { refreshToken }, ...(headers && { headers }) })

const isIn = async ({ call }: TestSite, token: string) =>
  (await call('GET', '/auth/current-user', { token })).statusCode === 200

test('S7.02 a refresh token returns new tokens of the same session', async () => {
  const site = await createTestSite()
  const reader = await site.createReader()
  const answer = await refresh(site, reader.refreshToken)
  expect([answer.statusCode, Object.keys(answer.json()).sort()]).toEqual([200, ['accessToken', 'refreshToken']])
  expect(answer.json().refreshToken).not.toBe(reader.refreshToken)
  expect(await isIn(site, answer.json().accessToken)).toBe(true)
  expect(await isIn(site, reader.accessToken)).toBe(true)
  expect(await site.db.selectFrom('sessions').select('id').execute()).toHaveLength(1)
})

test('20 simultaneous refreshes with one token return the same new refresh token and end no session', async () => {
  const site = await createTestSite()
  const { refreshToken } = await site.createReader()
  const answers = await Promise.all(Array.from({ length: 20 }, () => refresh(site, refreshToken)))
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(20).fill(200))
  const successors = new Set(answers.map((answer) => answer.json().refreshToken))
  expect(successors.size).toBe(1)
  for (const answer of answers) expect(await isIn(site, answer.json().accessToken)).toBe(true)
  expect((await refresh(site, [...successors][0])).statusCode).toBe(200)
})

test('when a used refresh token is sent again after the grace period, its session ends', async () => {
  fakeClock()
  const site = await createTestSite()
  const { refreshToken } = await site.createReader('nora@example.org')
  const other = await site.logIn('nora@example.org')
  const { accessToken, refreshToken: successor } = (await refresh(site, refreshToken)).json()
  later(REFRESH_TOKEN_REUSE_MS)
  expect((await refresh(site, refreshToken)).statusCode).toBe(200)
  later(1)
  const reused = await refresh(site, refreshToken)
  expect([reused.statusCode, reused.json().code]).toEqual([401, 'session_over'])
  expect((await refresh(site, successor)).json().code).toBe('session_over')
  expect(await isIn(site, accessToken)).toBe(false)
  // The session on the other device has its own refresh tokens, so it continues.
  expect(await isIn(site, other.accessToken)).toBe(true)
})

test('when another client sends a used refresh token, the session of the token ends at once', async () => {
  const site = await createTestSite()
  const { refreshToken } = await site.createReader()
  const { accessToken } = (await refresh(site, refreshToken)).json()
  expect((await refresh(site, refreshToken, { 'user-agent': 'thief' })).json().code).toBe('session_over')
  expect(await isIn(site, accessToken)).toBe(false)
})

test('a browser that changes its network before the response to a refresh arrives can repeat the refresh', async () => {
  const site = await createTestSite()
  await site.createReader('nora@example.org')
  const phone = createTestBrowser(site)
  const body = { email: 'nora@example.org', password: PASSWORD }
  const { refreshToken } = (await phone.call('POST', '/auth/manual-login', { body })).json()
  const refreshFrom = (from: string) => phone.call('POST', '/auth/refresh', { body: { refreshToken }, from })
  const lost = await refreshFrom('203.0.113.1')
  const repeated = await refreshFrom('2001:db8::1')
  expect([lost.statusCode, repeated.statusCode]).toEqual([200, 200])
  expect(repeated.json().refreshToken).toBe(lost.json().refreshToken)
})

test('when a used refresh token is sent again within the grace period, the newest refresh token of its session is returned', async () => {
  fakeClock()
  const site = await createTestSite()
  const { refreshToken: first } = await site.createReader()
  const { refreshToken: second } = (await refresh(site, first)).json()
  const { refreshToken: third } = (await refresh(site, second)).json()
  expect((await refresh(site, first)).json().refreshToken).toBe(third)
  later(DAY_MS)
  expect((await refresh(site, third)).statusCode).toBe(200)
})

test('a refresh token is valid for 30 days for a reader, for one day for a guest', async () => {
  fakeClock()
  const site = await createTestSite()
  const [reader, guest] = [await site.createReader(), await site.createGuest()]
  later(GUEST_REFRESH_TOKEN_MS)
  expect((await refresh(site, guest.refreshToken)).json().code).toBe('session_over')
  later(REFRESH_TOKEN_MS - GUEST_REFRESH_TOKEN_MS - 1)
  const { refreshToken } = (await refresh(site, reader.refreshToken)).json()
  later(REFRESH_TOKEN_MS)
  expect((await refresh(site, refreshToken)).json().code).toBe('session_over')
})

test('a session ends after 180 days, even when it is used every week', async () => {
  fakeClock()
  const site = await createTestSite()
  let { refreshToken } = await site.createReader()
  const began = Date.now()
  let answer = await refresh(site, refreshToken)
  while (answer.statusCode === 200) {
    refreshToken = answer.json().refreshToken
    later(7 * DAY_MS)
    answer = await refresh(site, refreshToken)
  }
  expect(answer.json().code).toBe('session_over')
  expect(Date.now() - began).toBeGreaterThanOrEqual(SESSION_MS)
  expect(Date.now() - began).toBeLessThan(SESSION_MS + 7 * DAY_MS)
})

test('an access token is valid for 15 minutes', async () => {
  fakeClock()
  const site = await createTestSite()
  vi.setSystemTime(Math.ceil(Date.now() / 1000) * 1000)
  const { accessToken } = await site.createReader()
  later(15 * 60_000 - 1000)
  expect(await isIn(site, accessToken)).toBe(true)
  later(1000)
  expect(await isIn(site, accessToken)).toBe(false)
})

test.each([['made up'], [''], [7], [null], [undefined]])('S7.02 refuses %j as a refresh token', async (token) => {
  const site = await createTestSite()
  const answer = await site.call('POST', '/auth/refresh', { body: { refreshToken: token } })
  expect(answer.statusCode).toBe(token === 'made up' ? 401 : 400)
})

test('refresh tokens are stored only as hashes', async () => {
  const site = await createTestSite()
  const { refreshToken } = await site.createReader()
  const successor = (await refresh(site, refreshToken)).json().refreshToken
  const rows = JSON.stringify([
    await site.db.selectFrom('refresh_tokens').selectAll().execute(),
    await site.db.selectFrom('sessions').selectAll().execute(),
  ])
  expect(rows).not.toContain(refreshToken)
  expect(rows).not.toContain(successor)
})
