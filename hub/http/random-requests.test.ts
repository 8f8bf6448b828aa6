import fc from 'fast-check'
import { expect, it } from 'vitest'
import { serveFakeEndpoint } from '../testing/fake-endpoint.ts'
import { PlainSocket } from '../testing/http-client.ts'
import { chooseForSoak, seed } from '../testing/soak.ts'

const usual = fc.constantFrom('GET', 'POST', 'DELETE')
const unusual = fc.constantFrom('OPTIONS', 'HEAD', 'PUT', 'PATCH', 'TRACE', 'PROPFIND')
const method = fc.oneof({ weight: 4, arbitrary: usual }, unusual)
const path = fc.constantFrom('/hub', '/hub/negotiate', '/hub/', '/hub/x')
const word = fc.oneof(
  fc.constantFrom('', '1', '0', '-1', 'true', 'LIVE', 'gone', '%', '%00', '__proto__', '\u00e9'),
  fc.string({ unit: fc.constantFrom(...'abc123%&=+?#;./\\"\'<>') }),
)
const parameter: fc.Arbitrary<[string, string]> = fc.tuple(
  fc.constantFrom('id', 'negotiateVersion', 'useStatefulReconnect', 'access_token', '_', ''),
  word,
)
const query = fc.oneof(
  fc.array(parameter),
  fc.array(parameter).map((more): [string, string][] => [['id', 'LIVE'], ...more]),
)
const header: fc.Arbitrary<[string, string]> = fc.oneof(
  fc.tuple(fc.constant('Accept'), fc.constantFrom('text/event-stream', '*/*', '')),
  fc.tuple(fc.constant('Origin'), fc.constantFrom('https://a.com', 'null', 'http://127.0.0.1', '://', '')),
  fc.tuple(fc.constant('Authorization'), fc.constantFrom('Bearer', 'Bearer x', 'Basic eA==', 'x')),
  fc.tuple(fc.constant('Upgrade'), fc.constantFrom('websocket', 'h2c', 'WebSocket', '')),
  fc.tuple(fc.constant('Connection'), fc.constantFrom('Upgrade', 'close', 'keep-alive, Upgrade')),
  fc.tuple(fc.constant('Sec-WebSocket-Key'), fc.constantFrom('dGhlIHNhbXBsZSBub25jZQ==', 'x')),
  fc.tuple(fc.constant('Sec-WebSocket-Version'), fc.constantFrom('13', '8', '99')),
  fc.tuple(fc.constant('Sec-WebSocket-Protocol'), fc.constantFrom('a, b', ',', 'a, a')),
  fc.tuple(fc.constant('Content-Length'), fc.constantFrom('0', '3', '10')),
  fc.tuple(fc.constant('Transfer-Encoding'), fc.constant('chunked')),
  fc.tuple(fc.constant('Expect'), fc.constantFrom('100-continue', 'x')),
)
const upgrade: [string, string][] = [
  ['Upgrade', 'websocket'],
  ['Connection', 'Upgrade'],
  ['Sec-WebSocket-Key', 'dGhlIHNhbXBsZSBub25jZQ=='],
  ['Sec-WebSocket-Version', '13'],
]
const request = fc.record({
  method,
  path,
  query,
  headers: fc.oneof(
    fc.array(header, { maxLength: 6 }),
    fc.array(header, { maxLength: 2 }).map((more) => [...upgrade, ...more]),
  ),
  body: fc.constantFrom('', 'abc', '3\r\nabc\r\n0\r\n\r\n', '\x81\x80\0\0\0\0'),
  patience: fc.constantFrom(1, 3, 30),
})

it('random requests cause neither an answer with status 5xx nor a reported error', async () => {
  const { hub, port } = await serveFakeEndpoint()
  hub.origins = ['https://a.com']
  hub.identify = ({ token }) => (token === 'x' ? null : {})
  const statuses = new Set<string>()
  const failures: unknown[] = []
  const failed = (error: unknown) => failures.push(error)
  process.on('unhandledRejection', failed)
  process.on('uncaughtException', failed)
  await fc.assert(
    fc.asyncProperty(request, async ({ method, path, query, headers, body, patience }) => {
      const { token } = [...hub.connections.values()].at(-1) ?? hub.expect()
      const client = new PlainSocket(port)
      const target = `${path}?${query
        .map((pair) => pair.join('='))
        .join('&')
        .replaceAll('LIVE', token)}`
      const lines = headers.map((pair) => `${pair.join(': ')}\r\n`).join('')
      client.socket.write(`${method} ${target} HTTP/1.1\r\nHost: 127.0.0.1\r\n${lines}\r\n${body}`)
      // If a request has no answer after these turns, it waits for its body or is an open poll.
      for (let turn = 0; turn < patience && !client.said.includes('\r\n\r\n'); turn++) {
        await new Promise(setImmediate)
      }
      client.socket.resetAndDestroy()
      const status = /^HTTP\/1\.1 (\d+)/.exec(client.said)?.[1]
      if (status) statuses.add(status)
      expect(status ?? '').not.toMatch(/^5/)
    }),
    { numRuns: chooseForSoak(400, 30_000), seed },
  )
  process.off('unhandledRejection', failed)
  process.off('uncaughtException', failed)
  expect(failures).toEqual([])
  expect(hub.reported).toEqual([])
  // Checks that the random requests have caused all these statuses.
  for (const status of ['101', '200', '400', '401', '403', '404', '405']) expect(statuses).toContain(status)
})
