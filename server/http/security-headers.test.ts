import { expect, test } from 'vitest'
import { createTestApp } from '../testing/app.ts'
import { fixtureContents } from '../testing/fixture-build.ts'
import { listenOnFreePort, sendRawRequest, statusOf } from '../testing/raw-connection.ts'

test.each([
  ['GET', '/', 200],
  ['GET', '/robots.txt', 200],
  ['GET', '/assets/main-abc123.js', 200],
  ['GET', '/healthz', 200],
  ['GET', '/api/version', 200],
  ['GET', '/nowhere', 404],
  ['GET', '/api/nothing', 404],
  ['POST', '/about', 405],
  ['GET', '/about/', 308],
] as const)(
  'the reply to %s %s (%i) has every security header, and has HSTS only over https',
  async (method, url, status) => {
    const app = createTestApp({ trustProxy: true })
    const plain = await app.inject({ method, url })
    expect(plain.statusCode).toBe(status)
    expect(plain.headers).toMatchObject({
      'content-security-policy': expect.stringContaining("default-src 'none'"),
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin',
      'permissions-policy': expect.stringContaining('camera=()'),
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': url.startsWith('/assets/') ? 'cross-origin' : 'same-origin',
    })
    expect(plain.headers['strict-transport-security']).toBeUndefined()
    const secure = await app.inject({ method, url, headers: { 'x-forwarded-proto': 'https' } })
    expect(secure.headers['strict-transport-security']).toBe('max-age=31536000')
  },
)

test.each([
  ['POST /hub/negotiate?negotiateVersion=1', 200, []],
  ['GET /hub', 400, []],
  ['PUT /hub', 405, []],
  ['GET /hub/nothing', 404, []],
  ['GET /hub?id=nobody', 404, ['Upgrade: websocket', 'Connection: Upgrade', 'Sec-WebSocket-Version: 13']],
] as const)(
  'the reply of the hub to %s (%i) has every security header, and has HSTS only over https',
  async (line, status, more) => {
    const port = await listenOnFreePort(createTestApp({ trustProxy: true }))
    const ask = (...headers: string[]) =>
      sendRawRequest(
        port,
        [`${line} HTTP/1.1`, 'Host: x', 'Content-Length: 0', ...more, ...headers, '', ''].join('\r\n'),
      )
    const plain = await ask()
    expect(statusOf(plain)).toBe(status)
    for (const header of [
      "content-security-policy: default-src 'none'",
      'x-content-type-options: nosniff',
      'referrer-policy: strict-origin',
      'permissions-policy: accelerometer=()',
      'cross-origin-opener-policy: same-origin',
      'cross-origin-resource-policy: same-origin',
    ]) {
      expect(plain.toLowerCase()).toContain(`\r\n${header}`)
    }
    expect(plain.toLowerCase()).not.toContain('strict-transport-security')
    const secure = await ask('X-Forwarded-Proto: https')
    expect(secure.toLowerCase()).toContain('strict-transport-security: max-age=31536000')
  },
)

test('the content security policy allows only this origin, data: pictures, and the hashes of the inline blocks of the build', async () => {
  const app = createTestApp()
  const { headers } = await app.inject('/')
  expect(String(headers['content-security-policy']).split('; ')).toEqual([
    "default-src 'none'",
    `script-src 'self' '${fixtureContents.scriptHash}'`,
    `style-src 'self' '${fixtureContents.styleHash}'`,
    "img-src 'self' data:",
    "media-src 'self'",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    'report-uri /api/policy-reports',
  ])
})

test('without TRUST_PROXY the header X-Forwarded-Proto of a client is ignored', async () => {
  const app = createTestApp()
  const answer = await app.inject({ url: '/', headers: { 'x-forwarded-proto': 'https' } })
  expect(answer.headers['strict-transport-security']).toBeUndefined()
})

test('with TRUST_PROXY the IP address of a client is the last address in X-Forwarded-For', async () => {
  const app = createTestApp({ trustProxy: true })
  app.get('/test-address', (request) => ({ ip: request.ip }))
  const answer = await app.inject({ url: '/test-address', headers: { 'x-forwarded-for': '6.6.6.6, 203.0.113.9' } })
  expect(answer.json()).toEqual({ ip: '203.0.113.9' })
})

test('a URL that cannot be decoded is answered 400 with the security headers', async () => {
  const app = createTestApp()
  const answer = await app.inject('/%zz')
  expect([answer.statusCode, answer.json().code]).toEqual([400, 'bad_request'])
  expect(answer.headers['content-security-policy']).toContain("default-src 'none'")
})
