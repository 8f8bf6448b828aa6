import { expect, test } from 'vitest'
import { newsletterPagePaths } from '#contract/newsletter.ts'
import { createTestApp } from '../testing/app.ts'
import { listContractEndpoints } from '../testing/endpoints.ts'
import { origins } from '../testing/origins.ts'

const preflight = (url: string, origin: string) => ({
  method: 'OPTIONS' as const,
  url,
  headers: { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'authorization' },
})

test.each(origins)('a page of the origin %s may call the API with credentials', async (origin) => {
  const app = createTestApp()
  const asked = await app.inject(preflight('/auth/manual-login', origin))
  expect(asked.statusCode).toBe(204)
  expect(asked.headers).toMatchObject({
    'access-control-allow-origin': origin,
    'access-control-allow-credentials': 'true',
    'access-control-allow-methods': expect.stringContaining('PATCH'),
    'access-control-allow-headers': expect.stringContaining('authorization'),
    vary: 'origin',
  })
  for (const url of ['/api/version', '/auth/current-user']) {
    const answer = await app.inject({ url, headers: { origin } })
    expect(answer.headers['access-control-allow-origin']).toBe(origin)
    expect(answer.headers.vary).toBe('origin')
  }
})

test('a page of an allowed origin may make every call, but may not submit the HTML forms of the newsletter', async () => {
  const app = createTestApp()
  const paths = new Set((await listContractEndpoints()).map(({ path }) => path))
  expect(paths.size).toBeGreaterThan(100)
  const refused: string[] = []
  for (const path of paths) {
    const { statusCode } = await app.inject(preflight(path.replaceAll(/:\w+/g, 'x'), origins[0]))
    if (statusCode !== 204) refused.push(path)
  }
  expect(refused.sort()).toEqual([newsletterPagePaths.confirm, newsletterPagePaths.unsubscribe])
})

test.each([
  'https://evil.test',
  'https://site.test.evil.test',
  'http://site.test',
  'https://site.test:8443',
  'null',
  'https://SITE.test',
])('refuses calls from a page of the origin %s', async (origin) => {
  const app = createTestApp()
  const asked = await app.inject(preflight('/auth/manual-login', origin))
  expect(asked.statusCode).toBe(405)
  expect(asked.headers['access-control-allow-origin']).toBeUndefined()
  const answer = await app.inject({ url: '/api/version', headers: { origin } })
  expect(answer.headers['access-control-allow-origin']).toBeUndefined()
})

test('other origins cannot read the pages of the site, not even the origins that may call the API', async () => {
  const app = createTestApp()
  const [origin] = origins
  const [asked, answer] = await Promise.all([
    app.inject(preflight('/about', origin)),
    app.inject({ url: '/about', headers: { origin } }),
  ])
  expect(asked.statusCode).toBe(405)
  expect(asked.headers['access-control-allow-origin']).toBeUndefined()
  expect(answer.headers['access-control-allow-origin']).toBeUndefined()
})
