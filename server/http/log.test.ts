import { expect, test } from 'vitest'
import { createTestApp, recordLog } from '../testing/app.ts'

test('requests for pages, assets and health checks are not logged; API calls and failures are logged in one line each', async () => {
  const log = recordLog()
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
  const log = recordLog()
  const app = createTestApp({ logger: log.logger })
  const headers = { cookie: 'a=hush', authorization: 'Bearer hush', referer: 'hush', 'user-agent': 'hush' }
  for (const url of ['/api/version?token=hush', '/nowhere?hush', '/%zz?hush', `/${'x'.repeat(5000)}?hush`]) {
    await app.inject({ url, headers })
  }
  expect(log.lines()).toHaveLength(4)
  expect(JSON.stringify(log.lines())).not.toContain('hush')
  expect(log.lines().at(-1)?.path).toHaveLength(200)
})
