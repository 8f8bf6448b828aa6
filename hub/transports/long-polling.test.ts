import { expect, it } from 'vitest'
import type { Limits } from '../limits.ts'
import { serveFakeEndpoint } from '../testing/fake-endpoint.ts'
import { awaitReply, beginRequest, PlainSocket, sendHttpRequest } from '../testing/http-client.ts'

const second = 1_000

/** Opens a connection and answers its first poll. */
async function connected(limits: Partial<Limits> = {}) {
  const { hub, port } = await serveFakeEndpoint(limits)
  const connection = hub.expect()
  const path = `/hub?id=${connection.token}`
  await sendHttpRequest(port, path)
  /** Begins a poll and waits until the server has received it. */
  const poll = async () => {
    const held = hub.nextRequest()
    const request = beginRequest(port, `${path}&_=1`).end()
    const reply = awaitReply(request)
    reply.catch(() => {})
    await held
    return { request, reply }
  }
  return { hub, port, path, connection, poll, remove: () => sendHttpRequest(port, path, { method: 'DELETE' }) }
}

it('[hub 45] the first poll gets an empty answer at once', async () => {
  const { hub, port } = await serveFakeEndpoint()
  const { token } = hub.expect()
  const { status, text, headers } = await sendHttpRequest(port, `/hub?id=${token}`)
  expect([status, text, headers['content-length']]).toEqual([200, '', '0'])
})

it('[hub 45] the first poll gets an empty answer even when messages are queued', async () => {
  const { hub, port } = await serveFakeEndpoint()
  const connection = hub.expect()
  const { attach } = connection
  connection.attach = (transport) => {
    attach.call(connection, transport)
    connection.send('early')
  }
  expect((await sendHttpRequest(port, `/hub?id=${connection.token}`)).text).toBe('')
  expect((await sendHttpRequest(port, `/hub?id=${connection.token}`)).text).toBe('early')
})

it('an open poll gets all messages of one turn of the event loop in one answer', async () => {
  const { connection, poll } = await connected()
  const { reply } = await poll()
  connection.send('one')
  connection.send('two')
  expect(await reply).toMatchObject({
    status: 200,
    text: 'onetwo',
    headers: { 'content-type': 'application/octet-stream', 'cache-control': 'no-store' },
  })
})

it('a poll gets queued messages at once', async () => {
  const { port, path, connection } = await connected()
  connection.send('one')
  connection.send('two')
  expect(connection.attached.pendingBytes).toBe(6)
  expect((await sendHttpRequest(port, path)).text).toBe('onetwo')
  expect(connection.attached.pendingBytes).toBe(0)
  expect(connection.attached.sentBytes).toBe(6)
  expect(connection.drains).toBe(1)
})

it('an answer is limited to highWaterBytes, but has at least one complete message', async () => {
  const { port, path, connection } = await connected({ highWaterBytes: 10 })
  for (const message of ['a'.repeat(6), 'b'.repeat(4), 'c'.repeat(50), 'd']) connection.send(message)
  const answers: string[] = []
  for (let i = 0; i < 3; i++) answers.push((await sendHttpRequest(port, path)).text)
  expect(answers).toEqual(['aaaaaabbbb', 'c'.repeat(50), 'd'])
})

it('[hub 46] a poll gets an empty answer after the timeout when there are no messages', async () => {
  const { hub, connection, poll } = await connected()
  const { reply } = await poll()
  hub.pass(hub.limits.pollTimeoutMs - 1)
  hub.pass(1)
  expect(await reply).toMatchObject({ status: 200, text: '' })
  expect(connection.closes).toEqual([])
})

it('a poll stays open until the timeout while there are no messages', async () => {
  const { hub, connection, poll } = await connected()
  const { reply } = await poll()
  hub.pass(hub.limits.pollTimeoutMs - 1)
  connection.send('news')
  expect((await reply).text).toBe('news')
})

it('a new poll replaces the open poll, and the older poll gets 204', async () => {
  const { connection, poll } = await connected()
  const older = await poll()
  const newer = await poll()
  expect((await older.reply).status).toBe(204)
  connection.send('news')
  expect((await newer.reply).text).toBe('news')
})

it('when the client has aborted a poll, the next poll gets the messages that were sent in the meantime', async () => {
  const { port, path, connection, poll } = await connected()
  const { request, reply } = await poll()
  request.destroy()
  await expect(reply).rejects.toThrow()
  // When the server answers a later request, it has already noticed the disconnect.
  await sendHttpRequest(port, '/hub')
  connection.send('news')
  expect((await sendHttpRequest(port, path)).text).toBe('news')
})

it('the connection counts as lost when idleTimeoutMs passes without a poll from the client', async () => {
  const { hub, connection, poll } = await connected()
  const { attached } = connection
  hub.pass(hub.limits.idleTimeoutMs - 1)
  expect(connection.closes).toEqual([])
  const { reply } = await poll()
  hub.pass(60 * second)
  connection.send('news')
  await reply
  hub.pass(hub.limits.idleTimeoutMs - 1)
  expect(connection.closes).toEqual([])
  hub.pass(1)
  expect(connection.closes).toEqual([{ transport: attached, graceful: false }])
  hub.pass(hub.limits.idleTimeoutMs)
  expect(connection.closes).toHaveLength(1)
})

it('end() of the transport answers the open poll with 204', async () => {
  const { connection, poll } = await connected()
  const { attached } = connection
  const { reply } = await poll()
  attached.end()
  expect((await reply).status).toBe(204)
  await connection.until(() => connection.closes.length > 0)
  expect(connection.closes).toEqual([{ transport: attached, graceful: true }])
})

it('end() of the transport lets the client poll for the queued messages before the connection closes', async () => {
  const { port, path, connection } = await connected({ highWaterBytes: 4 })
  const { attached } = connection
  connection.send('last')
  connection.send('words')
  attached.end()
  connection.send('too late')
  expect((await sendHttpRequest(port, path)).text).toBe('last')
  expect((await sendHttpRequest(port, path)).text).toBe('words')
  expect(connection.closes).toEqual([])
  expect((await sendHttpRequest(port, path)).status).toBe(204)
  expect(connection.closes).toEqual([{ transport: attached, graceful: true }])
})

it('an open poll gets the messages that are sent directly before end() of the transport', async () => {
  const { connection, poll } = await connected()
  const { reply } = await poll()
  connection.send('last words')
  connection.attached.end()
  expect(await reply).toMatchObject({ status: 200, text: 'last words' })
})

it('end() of the transport closes the connection after closeTimeoutMs when the client does not poll', async () => {
  const { hub, connection } = await connected()
  connection.send('last words')
  hub.pass(hub.limits.idleTimeoutMs - 1)
  connection.attached.end()
  hub.pass(hub.limits.closeTimeoutMs - 1)
  expect(connection.closes).toEqual([])
  hub.pass(1)
  expect(connection.closes).toMatchObject([{ graceful: true }])
})

it('destroy() of the transport closes the connection at once, and the open poll gets 204', async () => {
  const { port, path, connection, poll } = await connected()
  connection.attached.pause()
  const { reply } = await poll()
  connection.send('lost')
  connection.attached.destroy()
  expect((await reply).status).toBe(204)
  expect(connection.closes).toHaveLength(1)
  expect((await sendHttpRequest(port, path)).status).toBe(404)
})

it('[hub 47] DELETE gets 202, and the open poll gets 204', async () => {
  const { connection, poll, remove } = await connected()
  const { reply } = await poll()
  expect(await remove()).toMatchObject({ status: 202, text: '' })
  expect((await reply).status).toBe(204)
  expect(connection.stops).toBe(1)
})

it('a POST gets 200 for one second after DELETE, and 404 later', async () => {
  const { hub, port, path, connection, remove } = await connected()
  connection.send('unread')
  await remove()
  expect(connection.closes).toEqual([])
  expect((await sendHttpRequest(port, path, { method: 'POST', body: '{"type":7}\x1e' })).status).toBe(200)
  expect(connection.chunks).toEqual([])
  expect((await sendHttpRequest(port, path)).status).toBe(204)
  expect((await remove()).status).toBe(202)
  hub.pass(second)
  expect(connection.closes).toMatchObject([{ graceful: true }])
  expect((await sendHttpRequest(port, path, { method: 'POST', body: 'x' })).status).toBe(404)
})

it('a poll gets the messages of the previous answer again when the client hung up before all bytes had been sent', async () => {
  const { hub, port } = await serveFakeEndpoint()
  const connection = hub.expect()
  const path = `/hub?id=${connection.token}`
  await sendHttpRequest(port, path)
  // More bytes than the buffers of the sockets hold.
  const large = 'a'.repeat(20_000_000)
  connection.send(large)
  const client = new PlainSocket(port)
  client.socket.write(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`)
  await client.hears('aaaa')
  client.socket.resetAndDestroy()
  connection.send('next')
  expect((await sendHttpRequest(port, path)).text === large).toBe(true)
  expect((await sendHttpRequest(port, path)).text).toBe('next')
})

it("a poll stays open for longer than the server's request timeout", async () => {
  const { hub, port } = await serveFakeEndpoint(
    {},
    { requestTimeout: 300, headersTimeout: 300, connectionsCheckingInterval: 20, keepAliveTimeout: 10 },
  )
  const connection = hub.expect()
  const path = `/hub?id=${connection.token}`
  await sendHttpRequest(port, path)
  const polling = new PlainSocket(port)
  polling.socket.write(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`)
  const request = beginRequest(port, `/hub?id=${hub.expect().token}`, {
    headers: { accept: 'text/event-stream' },
  }).end()
  await new Promise((resolve) => request.once('response', resolve))
  // The server ends this incomplete request, which began later. So the request timeout has also passed for the poll.
  const slow = new PlainSocket(port)
  slow.socket.write('GET /hub HTTP/1.1\r\n')
  expect(await slow.ended()).toMatch(/^HTTP\/1\.1 408 /)
  connection.send('news')
  expect(await polling.hears('news')).toMatch(/^HTTP\/1\.1 200 /)
  expect(hub.opened[1]?.closes).toEqual([])
})

it('a poll does not repeat the messages of the previous answer when all bytes of that answer had been sent', async () => {
  const { port, path, connection, poll } = await connected()
  const { reply } = await poll()
  connection.send('once')
  await reply
  connection.send('twice')
  expect((await sendHttpRequest(port, path)).text).toBe('twice')
})
