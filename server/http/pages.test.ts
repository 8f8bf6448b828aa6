import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { VERSION_HEADER } from '#contract/service-worker.ts'
import { createTestApp } from '../testing/app.ts'
import { fixtureContents } from '../testing/fixture-build.ts'

test('/ and /about return their pages, uncompressed when the client names no encoding', async () => {
  const app = createTestApp()
  const home = await app.inject('/')
  expect(home.statusCode).toBe(200)
  expect(home.body).toBe(fixtureContents.home)
  expect(home.headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'content-length': '600',
    'cache-control': 'no-cache',
    vary: 'Accept-Encoding',
  })
  expect(home.headers['content-encoding']).toBeUndefined()
  expect((await app.inject('/about?from=feed')).body).toBe(fixtureContents.about)
})

test('a client gets brotli, or gzip if it does not accept brotli, and each encoding has its own strong entity tag', async () => {
  const app = createTestApp()
  const get = (encoding: string) => app.inject({ url: '/about', headers: { 'accept-encoding': encoding } })
  const br = await get('gzip, deflate, br, zstd')
  expect(br.headers['content-encoding']).toBe('br')
  expect(brotliDecompressSync(br.rawPayload).toString()).toBe(fixtureContents.about)
  const gzip = await get('br;q=0.1, gzip')
  expect(gzip.headers['content-encoding']).toBe('gzip')
  expect(gunzipSync(gzip.rawPayload).toString()).toBe(fixtureContents.about)
  const tags = [br, gzip, await get('identity')].map(({ headers }) => headers.etag)
  expect(new Set(tags).size).toBe(3)
  for (const tag of tags) expect(tag).toMatch(/^"[\w-]+"$/)
})

test('every reply with a page names the version of the site, and so does a reply with 304', async () => {
  const app = createTestApp()
  const page = await app.inject('/about')
  expect(page.headers[VERSION_HEADER]).toBe(fixtureContents.version)
  const again = await app.inject({ url: '/about', headers: { 'if-none-match': String(page.headers.etag) } })
  expect(again.statusCode).toBe(304)
  expect(again.headers[VERSION_HEADER]).toBe(fixtureContents.version)
})

test('a file without a compressed copy is sent uncompressed', async () => {
  const app = createTestApp()
  const answer = await app.inject({ url: '/robots.txt', headers: { 'accept-encoding': 'br, gzip' } })
  expect(answer.body).toBe('User-agent: *\n')
  expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8')
  expect(answer.headers['content-encoding']).toBeUndefined()
})

test('a picture in a folder of the build is served, and other sites may show it', async () => {
  const app = createTestApp()
  const answer = await app.inject('/og/about.png')
  expect(answer.rawPayload).toEqual(Buffer.alloc(64, 8))
  expect(answer.headers).toMatchObject({ 'content-type': 'image/png', 'cross-origin-resource-policy': 'cross-origin' })
})

test('a page with a percent-encoded path is served for any spelling of the encoding', async () => {
  const app = createTestApp()
  for (const url of ['/articles/ma%C3%9Farbeit', '/articles/ma%c3%9farbeit'])
    expect((await app.inject(url)).body).toBe(fixtureContents.about)
  const { statusCode, headers } = await app.inject('/articles/ma%C3%9Farbeit/')
  expect([statusCode, headers.location]).toEqual([308, '/articles/ma%C3%9Farbeit'])
})

test('HEAD of a page returns the headers of GET and no body', async () => {
  const app = createTestApp()
  const headers = { 'accept-encoding': 'br' }
  const get = await app.inject({ url: '/', headers })
  const head = await app.inject({ method: 'HEAD', url: '/', headers })
  expect(head.statusCode).toBe(200)
  expect(head.body).toBe('')
  expect({ ...head.headers, date: '' }).toEqual({ ...get.headers, date: '' })
})

test.each([
  ['the entity tag', (tag: string) => tag],
  ['the entity tag that a proxy has made weak', (tag: string) => `W/${tag}`],
  ['the entity tag in a list', (tag: string) => `"other", ${tag}`],
  ['an asterisk', () => '*'],
])('If-None-Match with %s is answered 304 without a body', async (_, condition) => {
  const app = createTestApp()
  const first = await app.inject('/about')
  const again = await app.inject({ url: '/about', headers: { 'if-none-match': condition(String(first.headers.etag)) } })
  expect(again.statusCode).toBe(304)
  expect(again.body).toBe('')
  expect(again.headers).toMatchObject({
    etag: first.headers.etag,
    'cache-control': 'no-cache',
    vary: 'Accept-Encoding',
  })
})

test('a request whose If-None-Match is invalid or has the entity tag of another encoding gets the full page', async () => {
  const app = createTestApp()
  const br = await app.inject({ url: '/', headers: { 'accept-encoding': 'br' } })
  for (const condition of [String(br.headers.etag), '', '"', ',,,', 'W/']) {
    const answer = await app.inject({ url: '/', headers: { 'if-none-match': condition } })
    expect(answer.body).toBe(fixtureContents.home)
  }
})

test.each([
  ['/about/', '/about'],
  ['/about.html', '/about'],
  ['/index.html', '/'],
  ['/who', '/about'],
  ['/who?a=1', '/about?a=1'],
  ['/2015/02/of-us/', '/about'],
  ['/2015/02/of-us', '/about'],
  ['/about/?a=1&b=//evil.example', '/about?a=1&b=//evil.example'],
])('%s is redirected to the page’s path %s', async (url, location) => {
  const app = createTestApp()
  const answer = await app.inject(url)
  expect(answer.statusCode).toBe(308)
  expect(answer.headers.location).toBe(location)
})

test.each([
  '//about',
  '//evil.example/',
  '/about//',
  '/nowhere/',
  '/404.html',
  '/404',
  '/robots.txt/',
  '/index',
  '/.hidden',
])('%s is not the path of a page and is not redirected', async (url) => {
  const app = createTestApp()
  const answer = await app.inject({ url: `http://localhost${url}` })
  expect(answer.statusCode).toBe(404)
  expect(answer.headers.location).toBeUndefined()
})
