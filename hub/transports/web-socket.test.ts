import { once } from 'node:events'
import { expect, it } from 'vitest'
import type { WebSocket } from 'ws'
import { MalformedMessage, MessageTooLarge } from '../errors.ts'
import type { Limits } from '../limits.ts'
import { EncodedMessage } from '../protocols/encoded-message.ts'
import { type RecordingHttpConnection, serveFakeEndpoint } from '../testing/fake-endpoint.ts'
import { buildUpgradeRequest, openWebSocket, PlainSocket } from '../testing/http-client.ts'
import { createWebSocketServer } from './web-socket.ts'

async function connected(limits: Partial<Limits> = {}) {
  const { hub, port } = await serveFakeEndpoint(limits)
  const connection = hub.expect()
  const webSocket = await openWebSocket(port, `/hub?id=${connection.token}`)
  return { hub, port, connection, webSocket }
}

/** Connects a client that reads nothing until it is resumed. */
async function connectedRaw(limits: Partial<Limits> = {}) {
  const { hub, port } = await serveFakeEndpoint(limits)
  const connection = hub.expect()
  const client = new PlainSocket(port)
  client.socket.write(buildUpgradeRequest(`/hub?id=${connection.token}`))
  await client.hears('\r\n\r\n')
  await connection.until(() => connection.transport !== null)
  return { hub, connection, client }
}

/** Sends more than the buffers of both sockets hold. */
function congest(connection: RecordingHttpConnection): void {
  const message = new EncodedMessage(Buffer.alloc(1_000_000), 'binary')
  while (connection.attached.pendingBytes < 10_000_000) connection.attached.send(message)
}

async function closeOf(webSocket: WebSocket): Promise<number> {
  const [code] = await once(webSocket, 'close')
  return code
}

it('passes text and binary frames to the connection', async () => {
  const { connection, webSocket } = await connected()
  webSocket.send('{}\x1e{"type":6}\x1e')
  webSocket.send(Buffer.from([0xff, 0x00]))
  await connection.until(() => connection.chunks.length === 2)
  expect(connection.chunks).toEqual([Buffer.from('{}\x1e{"type":6}\x1e'), Buffer.from([0xff, 0x00])])
})

it('receives a message that arrives together with the upgrade request', async () => {
  const { hub, port } = await serveFakeEndpoint()
  const connection = hub.expect()
  const client = new PlainSocket(port)
  const frame = Buffer.from([0x81, 0x82, 0, 0, 0, 0, 0x68, 0x69])
  client.socket.write(Buffer.concat([Buffer.from(buildUpgradeRequest(`/hub?id=${connection.token}`)), frame]))
  await connection.until(() => connection.chunks.length === 1)
  expect(connection.text).toBe('hi')
})

it.each([0, 1, 125, 126, 127, 65_535, 65_536, 300_000])(
  'the client receives a message of %i bytes unchanged, as text and as binary',
  async (length) => {
    const { connection, webSocket } = await connected()
    for (const [format, isBinary] of [
      ['text', false],
      ['binary', true],
    ] as const) {
      const bytes = Buffer.alloc(length, isBinary ? 0xff : 'a')
      const read = once(webSocket, 'message')
      connection.attached.send(new EncodedMessage(bytes, format))
      expect(await read).toEqual([bytes, isBinary])
    }
  },
)

it('builds the frame of a message once for several WebSockets', async () => {
  const { hub, port } = await serveFakeEndpoint()
  const clients = await Promise.all([1, 2, 3].map(() => openWebSocket(port)))
  const read = clients.map((client) => once(client, 'message'))
  const message = new EncodedMessage(Buffer.from('all'), 'text')
  const frames = hub.opened.map(({ attached }) => {
    attached.send(message)
    return message.webSocketFrame
  })
  expect(new Set(frames).size).toBe(1)
  expect((await Promise.all(read)).map(String)).toEqual(['all,false', 'all,false', 'all,false'])
})

it('does not mix the frames of messages with the pong frames of the package ws', async () => {
  const { connection, webSocket } = await connected()
  const heard: string[] = []
  webSocket.on('message', (data) => heard.push(String(data)))
  webSocket.on('pong', (data) => heard.push(`pong ${data}`))
  webSocket.ping('1')
  webSocket.send('answer')
  webSocket.ping('2')
  await connection.until(() => connection.chunks.length === 1)
  connection.send('a'.repeat(100_000))
  connection.send('b')
  connection.attached.end()
  expect(await closeOf(webSocket)).toBe(1000)
  expect(heard).toEqual(['pong 1', 'pong 2', 'a'.repeat(100_000), 'b'])
})

it('end() sends all queued messages before the WebSocket closes with code 1000', async () => {
  const { connection, webSocket } = await connected()
  const { attached } = connection
  const read = once(webSocket, 'message')
  connection.send('goodbye')
  attached.end()
  connection.send('too late')
  expect(String((await read)[0])).toBe('goodbye')
  expect(await closeOf(webSocket)).toBe(1000)
  await connection.until(() => connection.closes.length > 0)
  expect(connection.closes).toEqual([{ transport: attached, graceful: true }])
})

it('end() closes a paused WebSocket, and the connection gets no further bytes', async () => {
  const { connection, webSocket } = await connected()
  connection.attached.pause()
  webSocket.send('unheard')
  connection.attached.end()
  expect(await closeOf(webSocket)).toBe(1000)
  await connection.until(() => connection.closes.length > 0)
  expect(connection.chunks).toEqual([])
})

it.each([undefined, 1000, 1001, 4000])('a close by the client with the code %s counts as graceful', async (code) => {
  const { connection, webSocket } = await connected()
  webSocket.close(code)
  await connection.until(() => connection.closes.length > 0)
  expect(connection.closes).toMatchObject([{ graceful: true }])
})

it('a connection that ends without a close frame does not count as closed gracefully', async () => {
  const { connection, webSocket } = await connected()
  webSocket.terminate()
  await connection.until(() => connection.closes.length > 0)
  expect(connection.closes).toMatchObject([{ graceful: false }])
})

it('a connection whose socket is reset does not count as closed gracefully', async () => {
  const { connection, client } = await connectedRaw()
  client.socket.resetAndDestroy()
  await connection.until(() => connection.closes.length > 0)
  expect(connection.closes).toMatchObject([{ graceful: false }])
})

it('the transport ends when the client half-closes its socket', async () => {
  const { connection, client } = await connectedRaw()
  client.socket.end()
  await connection.until(() => connection.closes.length > 0)
  expect(connection.closes).toMatchObject([{ graceful: false }])
  await client.ended()
})

it('destroy() closes the WebSocket at once', async () => {
  const { connection, webSocket } = await connected()
  connection.attached.destroy()
  expect(connection.closes).toEqual([])
  expect(await closeOf(webSocket)).toBe(1006)
  await connection.until(() => connection.closes.length > 0)
  expect(connection.closes).toHaveLength(1)
})

it.each([0.5, 2 ** 31, Number.POSITIVE_INFINITY])(
  'the package ws gets a valid size limit when frameBytes is %d',
  (frameBytes) => {
    const given = createWebSocketServer({ frameBytes }).options.maxPayload ?? 0
    // The package ws stores the limit as a 32-bit integer.
    expect(given | 0).toBeGreaterThan(0)
  },
)

it('closes with code 1009 when a frame is larger than limits.frameBytes', async () => {
  const { connection, webSocket } = await connected({ frameBytes: 100 })
  webSocket.send('a'.repeat(100))
  webSocket.send('a'.repeat(101))
  expect(await closeOf(webSocket)).toBe(1009)
  await connection.until(() => connection.closes.length > 0)
  expect(connection.text).toBe('a'.repeat(100))
  expect(connection.failures).toEqual([new MessageTooLarge(100)])
  expect(connection.closes).toMatchObject([{ graceful: false }])
})

it('passes the error of an invalid frame to the connection', async () => {
  const { connection, client } = await connectedRaw()
  // A text frame of one byte, FF, which is not UTF-8.
  client.socket.write(Buffer.from([0x81, 0x81, 0, 0, 0, 0, 0xff]))
  await connection.until(() => connection.failures.length > 0)
  expect(connection.failures).toEqual([new MalformedMessage('Invalid WebSocket frame: invalid UTF-8 sequence')])
})

it('closes with code 1002 when the received bytes are not a valid frame', async () => {
  const { connection, client } = await connectedRaw()
  client.said = ''
  client.socket.write(Buffer.from([0x81, 0x02, 0x68, 0x69]))
  expect(Buffer.from(await client.hears('\x88'), 'latin1').toString('hex')).toBe('880203ea')
  client.socket.destroy()
  await connection.until(() => connection.closes.length > 0)
  expect(connection.chunks).toEqual([])
})

it('destroys the socket when the client does not answer a close frame within closeTimeoutMs', async () => {
  const { hub, connection, client } = await connectedRaw()
  client.said = ''
  connection.attached.end()
  expect(Buffer.from(await client.hears('\x88'), 'latin1').toString('hex')).toBe('880203e8')
  hub.pass(1_000)
  hub.pass(hub.limits.closeTimeoutMs - 1)
  await new Promise(setImmediate)
  expect(connection.closes).toEqual([])
  hub.pass(1)
  await client.ended()
  await connection.until(() => connection.closes.length > 0)
  expect(connection.closes).toMatchObject([{ graceful: true }])
})

it('destroys the socket when the client sends a close frame but keeps the socket open', async () => {
  const { hub, connection, client } = await connectedRaw()
  client.said = ''
  client.socket.write(Buffer.from([0x88, 0x80, 0, 0, 0, 0]))
  await client.hears('\x88')
  hub.pass(1_000)
  hub.pass(hub.limits.closeTimeoutMs)
  await connection.until(() => connection.closes.length > 0)
  expect(connection.closes).toMatchObject([{ graceful: true }])
})

it('end() closes the connection after closeTimeoutMs when the client reads nothing', async () => {
  const { hub, connection, client } = await connectedRaw()
  client.socket.pause()
  congest(connection)
  connection.attached.end()
  hub.pass(1_000)
  hub.pass(hub.limits.closeTimeoutMs)
  await connection.until(() => connection.closes.length > 0)
})

it('reads no bytes from the client while the transport is paused', async () => {
  const { connection, webSocket } = await connected()
  connection.attached.pause()
  const message = Buffer.alloc(100_000)
  let accepted = 0
  // The buffers of the sockets fill up first, then the client's memory.
  while (webSocket.bufferedAmount === 0 || accepted < 100) {
    webSocket.send(message)
    accepted++
    await new Promise(setImmediate)
  }
  expect(Buffer.concat(connection.chunks).length).toBe(0)
  connection.attached.resume()
  await connection.until(() => Buffer.concat(connection.chunks).length === accepted * message.length)
})

it('the transport counts pending and sent bytes, and calls drained() when the client reads again', async () => {
  const { connection, client } = await connectedRaw()
  client.socket.pause()
  connection.send('small')
  expect(connection.attached.pendingBytes).toBe(0)
  congest(connection)
  const { pendingBytes, sentBytes } = connection.attached
  expect(pendingBytes).toBeGreaterThanOrEqual(10_000_000)
  expect(sentBytes).toBeGreaterThan(0)
  expect(connection.drains).toBe(0)
  client.socket.resume()
  await connection.until(() => connection.attached.pendingBytes === 0)
  expect(connection.drains).toBeGreaterThan(0)
  expect(connection.attached.sentBytes).toBeGreaterThanOrEqual(sentBytes + pendingBytes - 10_000_000)
})

it('counts the sent bytes of a large message while the client has read only a part of it', async () => {
  const { connection, client } = await connectedRaw()
  client.socket.pause()
  connection.attached.send(new EncodedMessage(Buffer.alloc(50_000_000), 'binary'))
  const { pendingBytes, sentBytes } = connection.attached
  client.socket.resume()
  while (connection.attached.sentBytes === sentBytes) await once(client.socket, 'data')
  expect(connection.attached.pendingBytes).toBe(pendingBytes)
})

it('calls drained() even when highWaterBytes is below the high-water mark of the socket', async () => {
  const { connection, client } = await connectedRaw({ highWaterBytes: 100 })
  client.socket.pause()
  congest(connection)
  client.socket.resume()
  await connection.until(() => connection.drains > 0 && connection.attached.pendingBytes === 0)
  const before = connection.drains
  connection.send('a'.repeat(101))
  await connection.until(() => connection.drains === before + 1)
})
