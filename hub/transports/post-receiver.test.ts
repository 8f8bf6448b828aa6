import { expect, it } from 'vitest'
import { serveFakeEndpoint } from '../testing/fake-endpoint.ts'
import { awaitReply, beginRequest, sendHttpRequest } from '../testing/http-client.ts'

async function connected() {
  const { hub, port } = await serveFakeEndpoint({ highWaterBytes: 1_000 })
  const connection = hub.expect()
  const path = `/hub?id=${connection.token}`
  await sendHttpRequest(port, path)
  return {
    hub,
    connection,
    post: (body: string | Buffer) => sendHttpRequest(port, path, { method: 'POST', body }),
    beginPost: () => beginRequest(port, path, { method: 'POST' }),
  }
}

it('passes a short POST body to the connection when the body is complete', async () => {
  const { hub, connection, beginPost } = await connected()
  const arrived = hub.nextRequest()
  const request = beginPost()
  request.write('a')
  await arrived
  expect(connection.chunks).toEqual([])
  request.end('b')
  expect((await awaitReply(request)).status).toBe(200)
  expect(connection.text).toBe('ab')
})

it('passes a long POST body to the connection in pieces', async () => {
  const { connection, beginPost } = await connected()
  const request = beginPost()
  request.write('a'.repeat(1_001))
  await connection.until(() => connection.text.length === 1_001)
  request.write('b')
  await connection.until(() => connection.text.length === 1_002)
  request.end()
  expect((await awaitReply(request)).status).toBe(200)
})

it('reads the bodies of concurrent POST requests one after the other', async () => {
  const { connection, beginPost, post } = await connected()
  const first = beginPost()
  first.write('a'.repeat(2_000))
  await connection.until(() => connection.text.length === 2_000)
  const second = post('b'.repeat(2_000))
  const third = post('c')
  first.write('a'.repeat(2_000))
  await connection.until(() => connection.text.length === 4_000)
  first.end('a'.repeat(2_000))
  await Promise.all([second, third])
  expect(connection.text.slice(0, 6_000)).toBe('a'.repeat(6_000))
  expect([...connection.text.slice(6_000)].sort().join('')).toBe(`${'b'.repeat(2_000)}c`)
  expect(connection.text.slice(6_000)).toMatch(/^(b+c|cb+)$/)
})

it('drops an aborted short POST body and reads the next body', async () => {
  const { hub, connection, beginPost, post } = await connected()
  const arrived = hub.nextRequest()
  const broken = beginPost()
  broken.write('half a mess')
  await arrived
  const next = post('whole')
  broken.destroy()
  expect((await next).status).toBe(200)
  expect(connection.text).toBe('whole')
  expect(connection.closes).toEqual([])
})

it('ends the connection when a long POST body is aborted', async () => {
  const { connection, beginPost } = await connected()
  const broken = beginPost()
  broken.write('a'.repeat(2_000))
  await connection.until(() => connection.text.length === 2_000)
  broken.destroy()
  await connection.until(() => connection.closes.length > 0)
  expect(connection.closes).toMatchObject([{ graceful: false }])
})

it('skips a POST body that the client aborts while an earlier body is being read', async () => {
  const { hub, connection, beginPost, post } = await connected()
  const first = beginPost()
  first.write('a'.repeat(2_000))
  await connection.until(() => connection.text.length === 2_000)
  const arrived = hub.nextRequest()
  const second = beginPost()
  second.write('b')
  await arrived
  second.destroy()
  const third = post('c')
  first.end()
  expect((await third).status).toBe(200)
  expect(connection.text).toBe(`${'a'.repeat(2_000)}c`)
})

it('reads no POST bodies and answers no POST requests while the transport is paused', async () => {
  const { connection, post, beginPost } = await connected()
  connection.attached.pause()
  const small = post('small')
  const large = beginPost()
  let written = 0
  const chunk = Buffer.alloc(1_000_000)
  // Writes until all buffers between the client and the transport are full and the client has to wait.
  while (large.write(chunk) || written < 20) {
    written++
    await new Promise(setImmediate)
  }
  expect(connection.chunks).toEqual([])
  connection.attached.resume()
  expect((await small).status).toBe(200)
  large.end()
  expect((await awaitReply(large)).status).toBe(200)
  expect(Buffer.concat(connection.chunks).length).toBe('small'.length + (written + 1) * chunk.length)
})

it('passes no further bytes of a POST body to the connection while the transport is paused', async () => {
  const { connection, beginPost } = await connected()
  const request = beginPost()
  request.write('a'.repeat(2_000))
  await connection.until(() => connection.text.length === 2_000)
  connection.attached.pause()
  request.end('b'.repeat(2_000))
  const reply = awaitReply(request)
  await new Promise(setImmediate)
  expect(connection.text.length).toBe(2_000)
  connection.attached.resume()
  expect((await reply).status).toBe(200)
  expect(connection.text.length).toBe(4_000)
})

it('discards unread POST bodies when the connection has ended', async () => {
  const { hub, connection, post } = await connected()
  connection.attached.pause()
  const arrived = hub.nextRequest()
  const held = post('held')
  await arrived
  connection.attached.destroy()
  expect((await held).status).toBe(200)
  expect(connection.chunks).toEqual([])
})
