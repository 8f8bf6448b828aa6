import { expect, it } from 'vitest'
import { serveFakeEndpoint } from '../testing/fake-endpoint.ts'
import { PlainSocket, sendHttpRequest } from '../testing/http-client.ts'

const post = { method: 'POST' }
const everyTransport = [
  { transport: 'WebSockets', transferFormats: ['Text', 'Binary'] },
  { transport: 'ServerSentEvents', transferFormats: ['Text'] },
  { transport: 'LongPolling', transferFormats: ['Text', 'Binary'] },
]

it('[hub 1] version 1 returns a connection id and a different connection token', async () => {
  const { hub, port } = await serveFakeEndpoint()
  const { status, headers, text } = await sendHttpRequest(port, '/hub/negotiate?negotiateVersion=1', post)
  expect(status).toBe(200)
  expect(headers['content-type']).toBe('application/json')
  expect(headers['cache-control']).toBe('no-store')
  const [{ id = '', token = '' } = {}] = hub.opened
  expect(JSON.parse(text)).toEqual({
    negotiateVersion: 1,
    connectionId: id,
    connectionToken: token,
    availableTransports: everyTransport,
  })
  expect(id).not.toBe(token)
})

it('[hub 2] a request without a version gets version 0, whose answer has no connection token', async () => {
  const { hub, port } = await serveFakeEndpoint()
  const { text } = await sendHttpRequest(port, '/hub/negotiate', post)
  const [{ id = '' } = {}] = hub.opened
  expect(JSON.parse(text)).toEqual({ negotiateVersion: 0, connectionId: id, availableTransports: everyTransport })
  expect(hub.find(id)).toBeDefined()
})

it('[hub 3] a request for version 9 gets version 1', async () => {
  const { hub, port } = await serveFakeEndpoint()
  const { text } = await sendHttpRequest(port, '/hub/negotiate?negotiateVersion=9', post)
  expect(JSON.parse(text)).toMatchObject({ negotiateVersion: 1, connectionToken: hub.opened[0]?.token })
})

it.each(['abc', '-1', '1.5', '%20', '', '1e9'])(
  '[hub 4] a request for the invalid version "%s" gets an answer with status 200 that contains only an error',
  async (version) => {
    const { hub, port } = await serveFakeEndpoint()
    const { status, text } = await sendHttpRequest(port, `/hub/negotiate?negotiateVersion=${version}`, post)
    expect(status).toBe(200)
    expect(Object.keys(JSON.parse(text))).toEqual(['error'])
    expect(hub.opened).toEqual([])
  },
)

it.each(['GET', 'PUT', 'DELETE', 'HEAD'])(
  '[hub 5] a %s request for /negotiate is answered with 405',
  async (method) => {
    const { hub, port } = await serveFakeEndpoint()
    const { status, headers } = await sendHttpRequest(port, '/hub/negotiate?negotiateVersion=1', { method })
    expect(status).toBe(405)
    expect(headers.allow).toBe('POST, OPTIONS')
    expect(hub.opened).toEqual([])
  },
)

it('[hub 7] useStatefulReconnect is returned only when the client requests it and the hub enables it', async () => {
  const { hub, port } = await serveFakeEndpoint()
  const promised = async (query: string) =>
    JSON.parse((await sendHttpRequest(port, `/hub/negotiate?${query}`, post)).text).useStatefulReconnect
  expect(await promised('negotiateVersion=1&useStatefulReconnect=true')).toBeUndefined()
  hub.statefulReconnect = true
  expect(await promised('negotiateVersion=1')).toBeUndefined()
  expect(await promised('negotiateVersion=1&useStatefulReconnect=false')).toBeUndefined()
  expect(await promised('useStatefulReconnect=true')).toBeUndefined()
  expect(await promised('negotiateVersion=1&useStatefulReconnect=true')).toBe(true)
  expect(hub.opened.map(({ stateful }) => stateful)).toEqual([false, false, false, false, true])
})

it('lists the transports in the order in which the hub has them', async () => {
  const { hub, port } = await serveFakeEndpoint()
  hub.transports = ['LongPolling', 'WebSockets']
  const { text } = await sendHttpRequest(port, '/hub/negotiate?negotiateVersion=1', post)
  const { availableTransports } = JSON.parse(text) as { availableTransports: { transport: string }[] }
  expect(availableTransports.map(({ transport }) => transport)).toEqual(['LongPolling', 'WebSockets'])
})

it.each([
  ['full', 503],
  ['closing', 503],
  ['too-many', 429],
] as const)(
  'a hub that refuses connections for the reason "%s" answers /negotiate with the status %i and a text',
  async (refusal, status) => {
    const { hub, port } = await serveFakeEndpoint()
    hub.refusal = refusal
    const reply = await sendHttpRequest(port, '/hub/negotiate?negotiateVersion=1', post)
    expect(reply.status).toBe(status)
    expect(reply.headers['content-type']).toBe('text/plain')
    expect(reply.text).toMatch(/^[A-Z].*\.$/)
  },
)

it('gives a connection the identity and the address of the request that opens it', async () => {
  const { hub, port } = await serveFakeEndpoint()
  hub.identify = () => ({ userId: 'ada', expiresAt: 5 })
  await sendHttpRequest(port, '/hub/negotiate?negotiateVersion=1', post)
  expect(hub.opened[0]).toMatchObject({ identity: { userId: 'ada', expiresAt: 5 }, address: '127.0.0.1' })
})

it('ignores the body of a request, and closes the socket when the body is too long', async () => {
  const { port } = await serveFakeEndpoint({ frameBytes: 100_000 })
  const { status } = await sendHttpRequest(port, '/hub/negotiate?negotiateVersion=1', {
    ...post,
    body: 'x'.repeat(90_000),
  })
  expect(status).toBe(200)
  const client = new PlainSocket(port)
  const { socket } = client
  socket.write('POST /hub/negotiate HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 1000000000000\r\n\r\n')
  const more = () => {
    while (!socket.destroyed && socket.write(Buffer.alloc(10_000)));
  }
  socket.on('drain', more)
  more()
  await client.ended()
})
