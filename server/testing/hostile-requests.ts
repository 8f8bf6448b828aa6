import fc from 'fast-check'

const words = (text: string) => text.trim().split(/\s+/)
const phrases = (text: string) => text.split('|')
const usually = <T>(value: T, ...otherwise: T[]): fc.Arbitrary<T> =>
  fc.oneof({ weight: 9, arbitrary: fc.constant(value) }, { weight: 1, arbitrary: fc.constantFrom(...otherwise) })

const methods = words('GET GET GET GET GET GET HEAD POST PUT DELETE OPTIONS TRACE CONNECT PROPFIND BREW get')
const known = words(
  `/ /about /about/ /index.html /assets/main-abc123.js /assets/gem-abc123.png /og/about.png /api/version /readyz
  /auth/current-user /auth/manual-login /auth/signup /auth/refresh /auth/verify-email /auth/guestcheckout
  /auth/login/google?returnUrl=//x /auth/login/google/callback?state=x /api/account /api/account/picture /api/desk/people
  /api/private-pages/x /pictures/x /comments/about /comments/about?after=x&thread=%00 /comments/about/feed.xml /comments
  /comments/x /comments/x/report /api/unsubscribe /api/unsubscribe/one-click?token=x /api/account/mail-preferences
  /api/desk/comments /api/desk/comments/x/state /api/desk/comment-policy`,
)
const bodies = phrases(
  '{}|[]|null|{"email":"a@b.cd","password":"x"}|{"email":{},"password":[]}|{"token":"x"}|{"refreshToken":"x"}|{"name":" ","email":"\\u0000"}|{"__proto__":{"a":1}}|{"a":|' +
    '{"pageUrl":"about","content":"x"}|{"pageUrl":"\\u0000","content":"\\ud800","parentId":"x"}|{"state":"visible"}',
)
const segments = words(`
  .. . %2e%2e %2E. %252e%252e ..%2f.. ..%5c ..\\ ..; %00 % %zz %c0%ae %ff assets about about.html index.html api version og
  main-abc123.js main-abc123.js.br .hidden canary.txt build.json server.js web dist etc passwd constructor __proto__ * :x ~ é`)
const names = words(`
  Host Connection Accept Accept-Encoding Range If-Range If-Match If-None-Match If-Modified-Since If-Unmodified-Since Expect
  Upgrade Content-Type Content-Encoding X-Forwarded-Proto Accept-Version Transfer-Encoding Content-Length Cookie Origin
  X-HTTP-Method-Override __proto__ HTTP2-Settings`)
const values = phrases(
  '|*|*/*|text/html|br|br;q=0, *;q=0.5|gzip;;q=,|identity;q=0|bytes=9-1|bytes=-0|bytes=x|bytes=0-0,2-2,-1|W/"x"|"|","|never|' +
    'Thu, 01 Jan 1970 00:00:00 GMT|100-continue|h2c|websocket|close|chunked|chunked, chunked|identity|0|-1|5|1, 2|; =|https|' +
    '99999999999999999999|application/json',
)
const sensible = phrases(
  'Authorization: Bearer eyJhbGciOiJub25lIn0.e30.|Content-Type: application/json|Content-Type: image/png|Cookie: handoff=x|' +
    'Range: bytes=5-|Range: bytes=5-|Range: bytes=999-|If-Match: "x"|If-None-Match: *|Accept: text/html|Accept-Encoding: gzip, br',
)

const text = fc.string({ unit: 'binary-ascii', maxLength: 30 })
const noise = fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes).toString('latin1'))
const orNoise = (arbitrary: fc.Arbitrary<string>) =>
  fc.oneof({ weight: 30, arbitrary }, { weight: 1, arbitrary: noise })

const madeUp = fc
  .array(fc.oneof({ weight: 20, arbitrary: fc.constantFrom(...segments, '') }, { weight: 1, arbitrary: text }), {
    maxLength: 7,
  })
  .map((parts) => `/${parts.join('/')}`)

const target = fc
  .tuple(
    usually('', 'http://evil.example', 'https://x@y:1', '/', '\\', 'file://', '*', '?'),
    fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...known) }, { weight: 2, arbitrary: madeUp }),
    usually('', '?', '?a=1', '?/../..', '#x', ';a', ' ', '\t', '\0'),
    usually(1, 1, 1, 3, 2500),
  )
  .map(([before, path, after, times]) => before + path.repeat(times) + after)

const broken = fc
  .tuple(
    orNoise(fc.constantFrom(...names)),
    usually(': ', ': ', ':', ' : ', '', ':\0'),
    orNoise(fc.constantFrom(...values)),
    usually(1, 1, 1, 1, 2000),
  )
  .map(([name, colon, value, times]) => name + colon + value.repeat(times))

const request = fc
  .tuple(
    fc.constantFrom(...methods),
    target,
    usually('HTTP/1.1', 'HTTP/1.0', 'HTTP/2.0', 'HTTP/1.', ''),
    fc.array(fc.oneof(fc.constantFrom(...sensible), broken), { maxLength: 4 }),
    fc.oneof({ weight: 4, arbitrary: fc.constant('') }, { weight: 1, arbitrary: noise }),
  )
  .map(([method, where, version, headers, body]) =>
    [`${method} ${where} ${version}`, 'Host: x', 'Connection: close', ...headers, '', body].join('\r\n'),
  )

/** A complete API call with a JSON content type, as a program sends it. */
const call = fc
  .tuple(
    fc.constantFrom('POST', 'PUT', 'PATCH', 'DELETE'),
    fc.constantFrom(...known),
    fc.constantFrom(...bodies),
    fc.array(fc.constantFrom(...sensible), { maxLength: 2 }),
  )
  .map(([method, where, body, headers]) => {
    const length = `Content-Length: ${Buffer.byteLength(body)}`
    const head = [
      `${method} ${where} HTTP/1.1`,
      'Host: x',
      'Connection: close',
      'Content-Type: application/json',
      length,
    ]
    return [...head, ...headers, '', body].join('\r\n')
  })

/** Well-formed requests that cause rare replies, such as 416. With them, each run of a test gets such replies. */
const seldomAsked = fc
  .tuple(
    fc.constantFrom('/about', '/assets/main-abc123.js', '/index.html'),
    fc.constantFrom('Range: bytes=99999999-', 'Range: bytes=5-', 'If-Match: "x"', 'If-None-Match: *'),
  )
  .map(([where, header]) => [`GET ${where} HTTP/1.1`, 'Host: x', 'Connection: close', header, '', ''].join('\r\n'))

/** A request with the token of a mailed link that is no longer valid. */
const oldLink = [
  'POST /auth/verify-email HTTP/1.1',
  ...['Host: x', 'Connection: close', 'Content-Type: application/json', 'Content-Length: 13'],
  ...['', '{"token":"x"}'],
].join('\r\n')
const seldom = fc.oneof({ weight: 9, arbitrary: seldomAsked }, { weight: 1, arbitrary: fc.constant(oldLink) })

/** Requests that an attacker or a broken program could send. Some are not even HTTP requests. */
export const hostileRequestArbitrary: fc.Arbitrary<Buffer> = fc
  .oneof(
    { weight: 30, arbitrary: request },
    { weight: 10, arbitrary: call },
    { weight: 1, arbitrary: seldom },
    { weight: 1, arbitrary: noise },
  )
  .map((bytes) => Buffer.from(bytes, 'latin1'))
