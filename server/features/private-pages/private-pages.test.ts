import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readBuildOutput } from '../../http/build-output.ts'
import { writeTemporaryFixture } from '../../testing/fixture-build.ts'
import { createTestSite } from '../../testing/site.ts'

const WORDS = '<p>words like bismuth</p>'

/** Creates a site with one private page. Also returns the folder from which the site has read the page. */
async function siteWithSecret() {
  const dist = join(writeTemporaryFixture(), 'dist')
  const dir = join(dist, 'private')
  mkdirSync(dir)
  writeFileSync(join(dir, 'secret.html'), WORDS)
  return { ...(await createTestSite({ build: readBuildOutput(dist) })), dir }
}

test('S2.09 S5.08 S6.03 a reader gets the text of a private page, from the server’s memory and with the header no-store', async () => {
  const { call, createReader, app, dir } = await siteWithSecret()
  const { accessToken: token } = await createReader()
  await app.ready()
  rmSync(dir, { recursive: true })
  const answer = await call('GET', '/api/private-pages/secret', { token })
  expect([answer.statusCode, answer.json()]).toEqual([200, { html: WORDS }])
  expect(answer.headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  })
})

test('S2.09 S5.08 S6.01 S6.02 visitors and guests do not get the text of a private page', async () => {
  const { call, createGuest } = await siteWithSecret()
  const { accessToken: token } = await createGuest()
  for (const [options, code] of [
    [{}, 'unauthenticated'],
    [{ token: 'nonsense' }, 'unauthenticated'],
    [{ token }, 'forbidden'],
  ] as const) {
    const answer = await call('GET', '/api/private-pages/secret', options)
    expect(answer.json().code).toBe(code)
    expect(answer.body).not.toContain('bismuth')
  }
})

describe('S2.09 no other address serves the text of private pages', () => {
  test.each([
    '/private/secret.html',
    '/private/secret',
    '/secret',
    '/secret.html',
    '/assets/../private/secret.html',
    '/api/private-pages',
    '/api/private-pages/',
  ])('S2.09 the text of a private page is not served at %s', async (url) => {
    const { call, createReader } = await siteWithSecret()
    const { accessToken: token } = await createReader()
    const answer = await call('GET', url, { token })
    expect(answer.statusCode).toBe(404)
    expect(answer.body).not.toContain('bismuth')
  })
})

test.each([
  'other',
  'secret.html',
  'Secret',
  '..%2fprivate%2fsecret',
  '..%2fbuild.json',
  '%2e%2e',
  '%00',
  'secret%00.html',
  '__proto__',
  'constructor',
  'x'.repeat(101),
])('a request for a private page with an unknown name is answered with a 4xx status: %s', async (name) => {
  const { call, createReader } = await siteWithSecret()
  const { accessToken: token } = await createReader()
  const answer = await call('GET', `/api/private-pages/${name}`, { token })
  expect(answer.statusCode).toBeGreaterThanOrEqual(400)
  expect(answer.statusCode).toBeLessThan(500)
  expect(answer.body).not.toContain('bismuth')
})

test('a request for a private page is answered 404 when the build has no private pages', async () => {
  const { call, createReader } = await createTestSite()
  const { accessToken: token } = await createReader()
  expect((await call('GET', '/api/private-pages/secret', { token })).json().code).toBe('not_found')
})
