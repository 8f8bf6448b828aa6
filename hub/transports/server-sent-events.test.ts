import { once } from 'node:events'
import { expect, it } from 'vitest'
import type { Limits } from '../limits.ts'
import { EncodedMessage } from '../protocols/encoded-message.ts'
import { serveFakeEndpoint } from '../testing/fake-endpoint.ts'
import { awaitResponse, beginRequest, PlainSocket, sendHttpRequest } from '../testing/http-client.ts'
import { encodeServerSentEvent } from './server-sent-events.ts'

async function connected(limits: Partial<Limits> = {}) {
  const { hub, port } = await serveFakeEndpoint(limits)
  const connection = hub.expect()
  const request = beginRequest(port, `/hub?id=${connection.token}`, { headers: { accept: 'text/event-stream' } }).end()
  const response = await awaitResponse(request)
  let said = ''
  response.setEncoding('utf8').on('data', (data) => {
    said += data
  })
  const hears = async (part: string) => {
    while (!said.includes(part)) await once(response, 'data')
    return said
  }
  return { hub, port, connection, request, response, hears }
}

/** Connects a client that reads nothing after the headers. */
async function connectedRaw(limits: Partial<Limits> = {}) {
  const { hub, port } = await serveFakeEndpoint(limits)
  const connection = hub.expect()
  const client = new PlainSocket(port)
  client.socket.write(
    `GET /hub?id=${connection.token} HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: text/event-stream\r\nConnection: close\r\n\r\n`,
  )
  await client.hears(':\r\n')
  client.socket.pause()
  return { hub, connection, client }
}

it('a stream of events starts at once with headers that forbid buffering and caching, and with a comment line', async () => {
  const { response, hears } = await connected()
  expect(response.statusCode).toBe(200)
  expect(response.headers).toMatchObject({
    'content-type': 'text/event-stream',
    'cache-control': 'no-cache,no-store',
    'content-encoding': 'identity',
    'x-accel-buffering': 'no',
  })
  expect(await hears(':')).toBe(':\r\n')
})

it('sends each message as one event', async () => {
  const { connection, hears } = await connected()
  connection.send('{"type":6}\x1e')
  connection.send('{"ä":"→"}\x1e')
  expect(await hears('→"}\x1e\r\n\r\n')).toBe(':\r\ndata: {"type":6}\x1e\r\n\r\ndata: {"ä":"→"}\x1e\r\n\r\n')
})

it.each([
  ['one line', 'data: one line\r\n\r\n'],
  ['a\nb', 'data: a\r\ndata: b\r\n\r\n'],
  ['a\r\nb\rc\n', 'data: a\r\ndata: b\r\ndata: c\r\ndata: \r\n\r\n'],
  ['', 'data: \r\n\r\n'],
])('writes the message %j as the event %j', (payload, event) => {
  expect(encodeServerSentEvent(new EncodedMessage(Buffer.from(payload), 'text')).toString()).toBe(event)
})

it('returns the same event when the same message is encoded again', () => {
  const message = new EncodedMessage(Buffer.from('all'), 'text')
  expect(encodeServerSentEvent(message)).toBe(encodeServerSentEvent(message))
})

it('passes the bytes of a POST to the connection', async () => {
  const { port, connection } = await connected()
  await sendHttpRequest(port, `/hub?id=${connection.token}`, { method: 'POST', body: 'posted' })
  expect(connection.text).toBe('posted')
})

it('end() of the transport sends all queued messages before the response ends', async () => {
  const { connection, response, hears } = await connected()
  const { attached } = connection
  connection.send('last')
  attached.end()
  connection.send('too late')
  await once(response, 'end')
  expect(await hears('last')).toBe(':\r\ndata: last\r\n\r\n')
  await connection.until(() => connection.closes.length > 0)
  expect(connection.closes).toEqual([{ transport: attached, graceful: true }])
})

it('the disconnect of a client that uses server-sent events counts as a graceful close', async () => {
  const { connection, request } = await connected()
  request.destroy()
  await connection.until(() => connection.closes.length > 0)
  expect(connection.closes).toMatchObject([{ graceful: true }])
})

it('destroy() of the transport closes the connection at once', async () => {
  const { connection, response } = await connected()
  const failed = once(response, 'error')
  connection.attached.destroy()
  connection.send('too late')
  await failed
  await connection.until(() => connection.closes.length > 0)
  expect(connection.closes).toHaveLength(1)
})

it('the transport counts pending and sent bytes, and calls drained() when the client reads again', async () => {
  const { connection, client } = await connectedRaw()
  const message = new EncodedMessage(Buffer.alloc(1_000_000, 'a'), 'text')
  while (connection.attached.pendingBytes < 10_000_000) connection.attached.send(message)
  const { sentBytes } = connection.attached
  expect(connection.drains).toBe(0)
  client.socket.resume()
  await connection.until(() => connection.drains > 0 && connection.attached.pendingBytes === 0)
  expect(connection.attached.sentBytes).toBeGreaterThan(sentBytes)
})

it('end() of the transport closes the connection after closeTimeoutMs when the client reads nothing', async () => {
  const { hub, connection } = await connectedRaw()
  const message = new EncodedMessage(Buffer.alloc(1_000_000, 'a'), 'text')
  while (connection.attached.pendingBytes < 10_000_000) connection.attached.send(message)
  connection.attached.end()
  hub.pass(1_000)
  hub.pass(hub.limits.closeTimeoutMs - 1)
  await new Promise(setImmediate)
  expect(connection.closes).toEqual([])
  hub.pass(1)
  await connection.until(() => connection.closes.length > 0)
})
