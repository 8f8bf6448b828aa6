import { expect, test } from 'vitest'
import { createLogRecorder, createTestApp } from '../testing/app.ts'
import { createTestSite } from '../testing/site.ts'

test('requests for pages, assets and health checks are not logged; API calls and failures are logged in one line each', async () => {
  const log = createLogRecorder()
  const app = createTestApp({ logger: log.logger })
  for (const url of ['/', '/about/', '/robots.txt', '/assets/main-abc123.js', '/healthz', '/readyz'])
    await app.inject(url)
  expect(log.lines()).toEqual([])
  await app.inject('/api/version')
  await app.inject('/nowhere')
  await app.inject({ method: 'POST', url: '/about' })
  await app.inject('/%zz')
  expect(log.lines()).toMatchObject([
    { level: 30, method: 'GET', path: '/api/version', status: 200, ms: expect.any(Number) },
    { level: 30, method: 'GET', path: '/nowhere', status: 404 },
    { level: 30, method: 'POST', path: '/about', status: 405 },
    { level: 30, method: 'GET', path: '/%zz', status: 400 },
  ])
})

test('no query, cookie, authorization or other header is logged, and a long path is shortened in the log', async () => {
  const log = createLogRecorder()
  const app = createTestApp({ logger: log.logger })
  const headers = { cookie: 'a=hush', authorization: 'Bearer hush', referer: 'hush', 'user-agent': 'hush' }
  for (const url of ['/api/version?token=hush', '/nowhere?hush', '/%zz?hush', `/${'x'.repeat(5000)}?hush`]) {
    await app.inject({ url, headers })
  }
  expect(log.lines()).toHaveLength(4)
  expect(JSON.stringify(log.lines())).not.toContain('hush')
  expect(log.lines().at(-1)?.path).toHaveLength(200)
})

test('the log line of a call has the account of the caller, and the log line of a refused call has the code of the refusal', async () => {
  const log = createLogRecorder()
  const { call, createReader } = await createTestSite({ logger: log.logger })
  const { userId, accessToken: token } = await createReader()
  await call('GET', '/auth/current-user', { token })
  await call('GET', '/api/desk/people', { token })
  await call('GET', '/api/desk/people')
  await call('POST', '/auth/manual-login', { body: { email: 'reader@example.org', password: 'not the password' } })
  const parts = log.lines().map(({ path, status, code, account }) => [path, status, code, account])
  expect(parts).toEqual([
    ['/auth/current-user', 200, undefined, userId],
    ['/api/desk/people', 403, 'forbidden', userId],
    ['/api/desk/people', 401, 'unauthenticated', undefined],
    ['/auth/manual-login', 401, 'wrong_credentials', undefined],
  ])
})

test('a log line has its time in milliseconds since 1970 UTC, and text with line breaks adds no line', async () => {
  const log = createLogRecorder()
  const app = createTestApp({ logger: log.logger })
  app.get('/api/test-failure', () => {
    throw new Error('first\n{"level":60,"msg":"forged"}')
  })
  const before = Date.now()
  await app.inject('/api/test-failure')
  const [line] = log.lines()
  expect(log.lines().map(({ level }) => level)).not.toContain(60)
  expect(line).toMatchObject({ status: 500, err: { message: expect.stringContaining('forged') } })
  expect(line?.time).toBeGreaterThanOrEqual(before)
  expect(line?.time).toBeLessThanOrEqual(Date.now())
})
