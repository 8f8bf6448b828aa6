import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTestApp } from '../testing/app.ts'
import { CANARY, fixtureContents } from '../testing/fixture-build.ts'
import { listenOnFreePort, sendRawRequest, statusOf } from '../testing/raw-connection.ts'

let port: number
let app: ReturnType<typeof createTestApp>

beforeEach(async () => {
  app = createTestApp()
  port = await listenOnFreePort(app)
})

afterEach(async () => {
  const answer = await sendRawRequest(port, request('GET /'))
  expect(answer, 'the server must still serve afterwards').toContain(fixtureContents.home)
})

const request = (line: string, ...headers: string[]) =>
  [`${line} HTTP/1.1`, 'Host: x', 'Connection: close', ...headers, '', ''].join('\r\n')

test.each([
  '/../canary.txt',
  '/../../../../../../etc/passwd',
  '/assets/../../canary.txt',
  '/assets/../index.html',
  '/assets/%2e%2e/%2e%2e/canary.txt',
  '/assets/..%2f..%2fcanary.txt',
  '/assets/%252e%252e/canary.txt',
  '/assets\\..\\..\\canary.txt',
  '/assets/%5c..%5c..%5ccanary.txt',
  '/assets/main-abc123.js%00.png',
  '/about%00',
  '/about%0d%0aset-cookie:x',
  '//evil.example/%2e%2e',
  '//about/',
  '/about;x',
  '/./about',
  '/%2fabout/',
  '/assets/.hidden',
  '/.hidden',
  '/build.json',
  '/../build.json',
  '/canary.txt',
  'http://evil.example//about/',
])('GET of the hostile path %s is answered 404, and the reply contains no file outside the site', async (target) => {
  const answer = await sendRawRequest(port, request(`GET ${target}`))
  expect(statusOf(answer)).toBe(404)
  expect(answer.toLowerCase()).not.toContain('\r\nlocation:')
  expect(answer).not.toContain(CANARY)
})

test.each(['/%', '/%zz', '/%c3%28', '/about%ff', '/assets/%e0%80%ae'])(
  'GET %s with an invalid percent-encoding is answered 400',
  async (target) => {
    expect(statusOf(await sendRawRequest(port, request(`GET ${target}`)))).toBe(400)
  },
)

test('an absolute request target is handled by its path (RFC 9112 3.2.2)', async () => {
  expect(await sendRawRequest(port, request('GET http://evil.example/about'))).toContain(fixtureContents.about)
  const redirect = await sendRawRequest(port, request('GET http://evil.example/about/?a=1'))
  expect(redirect).toMatch(/^HTTP\/1\.1 308 .*\r\nlocation: \/about\?a=1\r\n/is)
})

test.each(['/about#%ff', '/about#%', '/about?a=1#?%ff'])(
  'a request target with a fragment is handled by its path, as in %s',
  async (target) => {
    const answer = await sendRawRequest(port, request(`GET ${target}`))
    expect(statusOf(answer)).toBe(200)
    expect(answer).toContain(fixtureContents.about)
    const redirect = await sendRawRequest(port, request('GET /about/?a=1#b'))
    expect(redirect).toMatch(/^HTTP\/1\.1 308 .*\r\nlocation: \/about\?a=1\r\n/is)
  },
)

test.each([
  ['a path of 20 kB', request(`GET /${'x'.repeat(20_000)}`)],
  ['a header of 20 kB', request('GET /', `X-Long: ${'x'.repeat(20_000)}`)],
  ['a thousand headers', request('GET /', ...Array.from({ length: 1000 }, (_, i) => `X-Many-${i}: some text`))],
])('a request with %s is answered 431 in JSON with the security headers', async (_, bytes) => {
  const answer = await sendRawRequest(port, bytes)
  expect(statusOf(answer)).toBe(431)
  expect(answer).toContain('"code":"headers_too_large"')
  expect(answer).toContain("content-security-policy: default-src 'none'")
})

test.each([
  ['text that is not HTTP', 'hello?\r\n\r\n'],
  ['a TLS greeting', Buffer.from('1603010200010001fc0303', 'hex')],
  ['the preface of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
  ['an unknown method', request('BREW /about')],
  ['an unknown version of HTTP', 'GET / HTTP/9.9\r\nHost: x\r\n\r\n'],
  ['two Content-Length headers', request('POST /', 'Content-Length: 1', 'Content-Length: 2')],
  ['a chunked body with Content-Length', request('POST /', 'Content-Length: 1', 'Transfer-Encoding: chunked')],
  ['a zero byte in a header', request('GET /', 'X: a\0b')],
  ['a space before the colon', request('GET /', 'X : y')],
])('%s is answered 400 in JSON', async (_, bytes) => {
  const answer = await sendRawRequest(port, bytes)
  expect(statusOf(answer)).toBe(400)
  expect(answer).toContain('"code":"bad_request"')
})

test.each([
  ['a page', 'GET /about'],
  ['an unknown path', 'GET /nowhere'],
  ['an API call', 'GET /api/version'],
  ['the hub', 'POST /hub/negotiate?negotiateVersion=1'],
])('two Host headers for %s are answered 400 (RFC 9112 3.2)', async (_, line) => {
  expect(statusOf(await sendRawRequest(port, request(line, 'Host: evil.example')))).toBe(400)
})

test('a request without Host is answered 400 (RFC 9112 3.2)', async () => {
  expect(statusOf(await sendRawRequest(port, 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n'))).toBe(400)
})

test('an incomplete request is answered 400', async () => {
  expect(statusOf(await sendRawRequest(port, 'GET /about HTTP/1.1\r\nHos', true))).toBe(400)
})

test.each([
  ['CONNECT', 'CONNECT evil.example:443'],
  ['a method that Node knows and the site does not', 'MKCALENDAR /about'],
  ['OPTIONS', 'OPTIONS /about'],
])('%s is answered 405 with Allow', async (_, line) => {
  const answer = await sendRawRequest(port, request(line))
  expect(statusOf(answer)).toBe(405)
  expect(answer).toMatch(/\r\nallow: GET, HEAD\r\n/i)
})

test('OPTIONS * is answered 404', async () => {
  expect(statusOf(await sendRawRequest(port, request('OPTIONS *')))).toBe(404)
})

test.each([
  ['a body', ['Content-Length: 5'], 'hello'],
  ['a body that never arrives', ['Content-Length: 5000'], ''],
  ['an unknown Expect header', ['Expect: a-miracle'], ''],
  ['an Upgrade header', ['Upgrade: websocket'], ''],
  ['a Range header', ['Range: bytes=5-1,-,x'], ''],
  ['invalid conditions', ['If-Modified-Since: never', 'If-Match: ,,', 'If-Range: "', 'If-None-Match: W/'], ''],
  ['an invalid Accept-Encoding', ['Accept-Encoding: ;;q=,br;q=x'], ''],
])('GET of a page with %s returns the page', async (_, headers, body) => {
  const answer = await sendRawRequest(port, request('GET /about', ...headers) + body)
  expect(statusOf(answer)).toBe(200)
  expect(answer).toContain(fixtureContents.about)
})

test.each(['bytes=x', 'bytes=-', 'bytes=5-1', 'lines=1-2', `bytes=${'0-0,'.repeat(500)}0-0`])(
  'a request for an asset with the range %.20s gets no 5xx',
  async (range) => {
    const answer = await sendRawRequest(port, request('GET /assets/main-abc123.js', `Range: ${range}`))
    expect([200, 206, 416]).toContain(statusOf(answer))
  },
)
