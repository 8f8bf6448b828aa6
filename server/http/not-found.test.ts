import { brotliDecompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { defineEndpoint } from '#contract/endpoint.ts'
import { errors } from '#contract/errors.ts'
import { createTestApp } from '../testing/app.ts'
import { fixtureContents } from '../testing/fixture-build.ts'
import { createEndpointBinder } from './bind-endpoint.ts'

const notFound = { code: 'not_found', message: errors.not_found.message }

test('an unknown path returns the prerendered 404 page to a request for HTML', async () => {
  const app = createTestApp()
  const headers = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8', 'accept-encoding': 'br' }
  const answer = await app.inject({ url: '/nowhere', headers })
  expect(answer.statusCode).toBe(404)
  expect(brotliDecompressSync(answer.rawPayload).toString()).toBe(fixtureContents.notFound)
  expect(answer.headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache' })
  expect(answer.headers.etag).toBeUndefined()
  const head = await app.inject({ method: 'HEAD', url: '/nowhere', headers })
  expect([head.statusCode, head.body]).toEqual([404, ''])
})

test('the 404 page is sent in full when the request has an If-None-Match header', async () => {
  const app = createTestApp()
  const answer = await app.inject({ url: '/nowhere', headers: { 'if-none-match': '*' } })
  expect([answer.statusCode, answer.body]).toEqual([404, fixtureContents.notFound])
})

test('a request for an unknown path gets the error code as JSON when it asks for a picture or has a body', async () => {
  const app = createTestApp()
  const picture = await app.inject({ url: '/nowhere.png', headers: { accept: 'image/avif,image/*,*/*;q=0.8' } })
  const post = await app.inject({ method: 'POST', url: '/nowhere', headers: { accept: 'text/html' }, payload: 'x' })
  for (const answer of [picture, post]) {
    expect(answer.statusCode).toBe(404)
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
    expect(answer.headers['cache-control']).toBe('no-store')
    expect(answer.json()).toEqual(notFound)
  }
})

test.each(['/api', '/api/', '/api/nothing', '/api/version/'])(
  'the unknown API path %s is answered with the error code as JSON, even when the request asks for HTML',
  async (url) => {
    const app = createTestApp()
    const answer = await app.inject({ url, headers: { accept: 'text/html' } })
    expect(answer.statusCode).toBe(404)
    expect(answer.json()).toEqual(notFound)
  },
)

test.each([
  ['POST', '/about'],
  ['DELETE', '/'],
  ['OPTIONS', '/robots.txt'],
  ['PUT', '/assets/main-abc123.js'],
  ['PATCH', '/api/version'],
  ['PROPFIND', '/about'],
  ['TRACE', '/healthz'],
] as const)('%s %s is answered 405, and the header Allow lists the methods of the path', async (method, url) => {
  const app = createTestApp()
  const answer = await app.inject({ method: method as 'POST', url, headers: { 'content-type': 'text/odd' } })
  expect(answer.statusCode).toBe(405)
  expect(answer.headers.allow).toBe('GET, HEAD')
  expect(answer.json().code).toBe('method_not_allowed')
})

test('a path with parameters is answered 405 for another method, and a longer path is answered 404', async () => {
  const app = createTestApp()
  const endpoint = defineEndpoint({
    method: 'PUT',
    path: '/api/things/:id',
    access: 'anyone',
    replies: { 200: z.object({}) },
  })
  createEndpointBinder(app, { authenticate: async () => null, requireAdminProof: async () => {} })(endpoint, () => ({
    status: 200,
    body: {},
  }))
  const known = await app.inject({ method: 'POST', url: '/api/things/7' })
  expect([known.statusCode, known.headers.allow]).toEqual([405, 'PUT'])
  expect((await app.inject({ method: 'POST', url: '/api/things/7/8' })).statusCode).toBe(404)
})

test('a dot in the path of a route matches only a dot', async () => {
  const app = createTestApp()
  const statuses = ['/comments/about/feed.xml', '/comments/about/feed-xml'].map(async (url) => {
    return (await app.inject({ method: 'POST', url })).statusCode
  })
  expect(await Promise.all(statuses)).toEqual([405, 404])
})

test('an unknown path of 15,000 slashes costs as little time as a short one', async () => {
  const app = createTestApp()
  const measure = async (url: string) => {
    const begin = performance.now()
    for (let i = 0; i < 20; i++) expect((await app.inject({ method: 'POST', url })).statusCode).toBe(404)
    return performance.now() - begin
  }
  await measure('/nowhere')
  expect(await measure('/'.repeat(15_000))).toBeLessThan((await measure('/nowhere')) + 300)
})
