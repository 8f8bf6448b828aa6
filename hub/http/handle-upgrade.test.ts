import { once } from 'node:events'
import { expect, it } from 'vitest'
import { defineHub } from '../hub.ts'
import { serveFakeEndpoint } from '../testing/fake-endpoint.ts'
import { buildUpgradeRequest, openWebSocket, PlainSocket, sendHttpRequest } from '../testing/http-client.ts'
import { serveHub } from '../testing/serve-hub.ts'

/** Returns the complete answer to an upgrade. Resolves when the server closes the socket. */
function refusalOf(port: number, path: string, changes: Record<string, string | null> = {}): Promise<string> {
  const client = new PlainSocket(port)
  client.socket.write(buildUpgradeRequest(path, changes))
  return client.ended()
}

it('a WebSocket upgrade without a connection id opens a new connection', async () => {
  const { hub, port } = await serveFakeEndpoint()
  hub.identify = () => ({ userId: 'ada' })
  await openWebSocket(port)
  expect(hub.opened).toMatchObject([{ stateful: false, identity: { userId: 'ada' }, address: '127.0.0.1' }])
  expect(hub.opened[0]?.transportName).toBe('WebSockets')
})

it('a WebSocket upgrade with a connection id uses the negotiated connection', async () => {
  const { hub, port } = await serveFakeEndpoint()
  const connection = hub.expect()
  await openWebSocket(port, `/hub?id=${connection.token}`)
  expect(hub.opened).toEqual([connection])
  expect(connection.transportName).toBe('WebSockets')
})

it('an upgrade with two Host headers is refused (RFC 9112, section 3.2)', async () => {
  const { hub, port } = await serveFakeEndpoint()
  expect(await refusalOf(port, '/hub', { Accept: '*/*\r\nHost: evil.example' })).toMatch(/^HTTP\/1.1 400 /)
  expect(hub.opened).toEqual([])
})

it('[hub 9] an upgrade with an unknown connection id is refused with 404', async () => {
  const { port } = await serveFakeEndpoint()
  const said = await refusalOf(port, '/hub?id=nobody')
  expect(said).toBe(
    'HTTP/1.1 404 Not Found\r\nConnection: close\r\nContent-Type: text/plain\r\nContent-Length: 98\r\n\r\nNo Connection with that ID: it has ended, or is on a server that no backplane links with this one.',
  )
})

it('[hub 13] a connection over another transport refuses a WebSocket with 400', async () => {
  const { hub, port } = await serveFakeEndpoint()
  const connection = hub.expect()
  await sendHttpRequest(port, `/hub?id=${connection.token}`)
  expect(await refusalOf(port, `/hub?id=${connection.token}`)).toMatch(/^HTTP\/1\.1 400 .*mid-connection$/s)
  expect(connection.transportName).toBe('LongPolling')
})

it('a second WebSocket is refused with 409 when the connection is not stateful', async () => {
  const { hub, port } = await serveFakeEndpoint()
  const connection = hub.expect()
  await openWebSocket(port, `/hub?id=${connection.token}`)
  expect(await refusalOf(port, `/hub?id=${connection.token}`)).toMatch(/^HTTP\/1\.1 409 /)
  expect(connection.closes).toEqual([])
})

it('a new WebSocket replaces the previous one when the connection is stateful', async () => {
  const { hub, port } = await serveFakeEndpoint()
  const connection = hub.expect({ stateful: true })
  const before = await openWebSocket(port, `/hub?id=${connection.token}`)
  const first = connection.transport
  const gone = once(before, 'close')
  await openWebSocket(port, `/hub?id=${connection.token}`)
  await gone
  await connection.until(() => connection.closes.length > 0)
  expect(connection.closes.map(({ transport }) => transport)).toEqual([first])
  expect(connection.transport).not.toBe(first)
})

it('[hub 17] an upgrade without an identity gets an empty 401', async () => {
  const { hub, port } = await serveFakeEndpoint()
  hub.identify = () => null
  const said = await refusalOf(port, '/hub')
  expect(said).toMatch(/^HTTP\/1\.1 401 Unauthorized\r\n/)
  expect(said).toMatch(/\r\nContent-Length: 0\r\n.*\r\n\r\n$/s)
})

it('a hub without WebSockets refuses upgrades with 404', async () => {
  const { hub, port } = await serveFakeEndpoint()
  hub.transports = ['LongPolling']
  expect(await refusalOf(port, '/hub')).toMatch(/^HTTP\/1\.1 404 /)
  expect(await refusalOf(port, `/hub?id=${hub.expect().token}`)).toMatch(/^HTTP\/1\.1 404 /)
  expect(hub.opened).toHaveLength(1)
})

it.each([
  ['full', 503],
  ['closing', 503],
  ['too-many', 429],
] as const)(
  'a hub that refuses connections for the reason "%s" answers an upgrade with the status %i',
  async (refusal, status) => {
    const { hub, port } = await serveFakeEndpoint()
    hub.refusal = refusal
    expect(await refusalOf(port, '/hub')).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
  },
)

it('an upgrade to another protocol gets 426 and the name of the supported protocol', async () => {
  const { hub, port } = await serveFakeEndpoint()
  const said = await refusalOf(port, '/hub', { Upgrade: 'h2c' })
  expect(said).toMatch(/^HTTP\/1\.1 426 Upgrade Required\r\n.*\r\nUpgrade: websocket\r\n/s)
  expect(hub.opened).toEqual([])
})

it.each([
  ['no Sec-WebSocket-Key', { 'Sec-WebSocket-Key': null }],
  ['an invalid Sec-WebSocket-Key', { 'Sec-WebSocket-Key': 'short' }],
  ['an unsupported Sec-WebSocket-Version', { 'Sec-WebSocket-Version': '7' }],
])('an upgrade with %s is refused with 400 and leaves no connection', async (_, changes) => {
  const { hub, port } = await serveFakeEndpoint()
  expect(await refusalOf(port, '/hub', changes)).toMatch(/^HTTP\/1\.1 400 /)
  expect(hub.opened).toHaveLength(1)
  expect(hub.connections.size).toBe(0)
})

it('a negotiated connection stays open after a malformed upgrade', async () => {
  const { hub, port } = await serveFakeEndpoint()
  const { token } = hub.expect()
  expect(await refusalOf(port, `/hub?id=${token}`, { 'Sec-WebSocket-Key': null })).toMatch(/^HTTP\/1\.1 400 /)
  await openWebSocket(port, `/hub?id=${token}`)
})

it('a client that disconnects during authenticate leaves no connection', async () => {
  const { hub, port } = await serveFakeEndpoint()
  for (const identity of [{}, null]) {
    let identify = (_identity: object | null) => {}
    const client = new PlainSocket(port)
    const asked = new Promise<void>((resolve) => {
      hub.identify = () => {
        resolve()
        return new Promise((identified) => {
          identify = identified
        })
      }
    })
    client.socket.write(buildUpgradeRequest('/hub'))
    await asked
    client.socket.resetAndDestroy()
    hub.identify = () => ({})
    await sendHttpRequest(port, '/hub')
    identify(identity)
    await sendHttpRequest(port, '/hub')
  }
  for (const connection of hub.opened) await connection.until(() => !hub.find(connection.token))
  expect(hub.connections.size).toBe(0)
})

it('destroys the socket of a refused upgrade when the client keeps the socket open', async () => {
  const { port } = await serveFakeEndpoint()
  const client = new PlainSocket(port)
  client.socket.write(buildUpgradeRequest('/hub?id=nobody'))
  await client.ended()
  // Writing to a closed socket causes a reset. A half-closed socket would accept all bytes.
  while (!client.socket.destroyed) {
    client.socket.write('more')
    await new Promise(setImmediate)
  }
})

it.each(['/hub?id=nobody', '/hub/negotiate'])(
  'a refused upgrade of %s is answered with 500 when the option headers throws',
  async (path) => {
    const { url, errors } = await serveHub(defineHub().methods({}), {
      headers({ headers: { origin = '' } }) {
        return { 'X-Page': new URL(origin).host }
      },
    })
    expect(await refusalOf(Number(new URL(url).port), path)).toMatch(/^HTTP\/1\.1 500 /)
    expect(errors).toEqual([expect.any(TypeError)])
  },
)
