import { describe, expect, it } from 'vitest'
import { ConnectionLost, type Limits, MalformedMessage, MessageTooLarge, SequenceBroken } from '../hub.ts'
import { type ConformanceServer, serveConformanceHub } from '../testing/conformance-server.ts'
import { negotiateConnectionUrl, RawClient } from '../testing/raw-client.ts'

const ping = { type: 6 }
const told = (text: string) => ({ type: 1, target: 'told', arguments: [text] })
const collect = (value: unknown) => ({ type: 1, target: 'collect', arguments: [value] })

/** Serves a hub and negotiates a stateful connection to it. */
async function negotiate(limits: Partial<Limits> = {}) {
  const server = await serveConformanceHub({ statefulReconnect: true, limits })
  return { server, url: await negotiateConnectionUrl(server, 'negotiateVersion=1&useStatefulReconnect=true') }
}

/** Opens a stateful connection and completes the handshake. */
async function connect(limits: Partial<Limits> = {}) {
  const { server, url } = await negotiate(limits)
  return { server, url, client: await RawClient.connect(url, { version: 2 }) }
}

/** Opens a stateful connection that can be resumed, because the client has sent a message after the handshake. */
async function connectResumable(limits: Partial<Limits> = {}) {
  const { server, url, client } = await connect(limits)
  client.send(ping)
  await client.delivered()
  return { server, url, client }
}

/** Cuts the connection at the server, and waits until the client has noticed the cut. */
async function lose(server: ConformanceServer, client: RawClient): Promise<void> {
  server.cut()
  await client.ended()
}

const reasons = (server: ConformanceServer) => server.journal.all('disconnected')

describe('the messages of a stateful connection', () => {
  it('[hub 52] a sender waits while the buffer of the server is full, and continues after an Ack of the client', async () => {
    const { server, client } = await connect({ reconnectBufferBytes: 1_000 })
    client.send(ping)
    await client.settled()
    let isWaiting = true
    const { all } = server.context.clients
    await all.send('told', 'x'.repeat(1_000))
    const draining = all.drained().then(() => {
      isWaiting = false
    })
    await client.atLeast(1)
    await client.settled()
    expect(isWaiting).toBe(true)
    // Acknowledges three messages: the first answer, the message of 1,000 characters and the second answer.
    client.send({ type: 8, sequenceId: 3 })
    await draining
  })

  it('[hub 52] the server sends an Ack at most once a second, and only after new messages', async () => {
    const { server, client } = await connect()
    client.send(collect(1), collect(2))
    await server.journal.seen('collected', 2)
    expect(client.received).toEqual([])
    server.clock.advance(1_000)
    expect(await client.atLeast(1)).toEqual([{ type: 8, sequenceId: 2 }])
    server.clock.advance(5_000)
    client.send(collect(3))
    await server.journal.seen('collected', 3)
    server.clock.advance(1_000)
    expect(await client.atLeast(2)).toEqual([
      { type: 8, sequenceId: 2 },
      { type: 8, sequenceId: 3 },
    ])
  })

  it('[hub 51] the server repeats unacknowledged messages after a Sequence message when the client reconnects', async () => {
    const { server, url, client } = await connect()
    client.send(ping)
    for (const text of ['one', 'two', 'three']) void server.context.clients.all.send('told', text)
    await client.atLeast(3)
    client.send({ type: 8, sequenceId: 1 }, collect('first'))
    await server.journal.seen('collected')
    await lose(server, client)
    await server.context.clients.all.send('told', 'four')
    const again = await RawClient.open(url)
    again.send({ type: 9, sequenceId: 1 }, collect('first'), collect('second'))
    expect(await again.atLeast(4)).toEqual([{ type: 9, sequenceId: 2 }, told('two'), told('three'), told('four')])
    expect(await server.journal.seen('collected', 2)).toEqual(['first', 'second'])
    expect(server.journal.all('connected')).toHaveLength(1)
  })

  it('[hub 51] a new WebSocket of a connection replaces the previous WebSocket, even if the previous one is still open', async () => {
    const { server, url, client } = await connectResumable()
    const again = await RawClient.open(url)
    await client.ended()
    again.send({ type: 9, sequenceId: 1 }, collect('here'))
    await server.journal.seen('collected')
    expect(reasons(server)).toEqual([])
  })

  it('[hub 51] the server sends waiting messages when the first frame after the handshake arrives', async () => {
    const { server, client } = await connect()
    void server.context.clients.all.send('told', 'early')
    server.clock.advance(1_000)
    expect(client.received).toEqual([])
    client.send(ping)
    expect(await client.atLeast(1)).toEqual([told('early')])
  })

  it('[hub 51] a client that sends nothing after the handshake gets its messages within three seconds', async () => {
    const { server, client } = await connect()
    void server.context.clients.all.send('told', 'early')
    server.clock.advance(3_000)
    expect(await client.atLeast(1)).toEqual([told('early')])
  })

  it.each([0, 2])('[hub 51] a Sequence message with the id %i instead of 1 ends the connection', async (sequenceId) => {
    const { server, url, client } = await connectResumable()
    await lose(server, client)
    const again = await RawClient.open(url)
    again.send({ type: 9, sequenceId })
    expect((await again.ended()).at(-1)).toMatchObject({ type: 7 })
    expect(await server.journal.seen('disconnected')).toMatchObject([{ error: expect.any(SequenceBroken) }])
  })

  it('[hub 51] a client that sends no Sequence message after a reconnect is disconnected after 15 s', async () => {
    const { server, url, client } = await connectResumable()
    await lose(server, client)
    const again = await RawClient.open(url)
    server.clock.advance(16_000)
    await again.ended()
    expect(await server.journal.seen('disconnected')).toMatchObject([{ error: expect.any(SequenceBroken) }])
  })

  it.each([
    ['larger than frameBytes', 'x'.repeat(2_001), MessageTooLarge, 'message-too-large'],
    ['invalid', Buffer.from([0xff]), MalformedMessage, 'malformed-message'],
  ])(
    'a WebSocket message that is %s ends the connection, and the client cannot resume the connection',
    async (_, bytes, error, code) => {
      const { server, url, client } = await connectResumable({ frameBytes: 2_000 })
      client.webSocket.send(bytes, { binary: false })
      expect(await server.journal.seen('disconnected')).toMatchObject([{ error: expect.any(error) }])
      await expect(RawClient.open(url)).rejects.toThrow('404')
      expect(server.hub.metrics()['/hub']?.ended).toEqual({ [code]: 1 })
    },
  )

  it('[hub 54] a connection cannot be resumed when it is lost before its handshake', async () => {
    const { server, url } = await negotiate()
    await lose(server, await RawClient.open(url))
    await expect(RawClient.open(url)).rejects.toThrow('404')
    expect(server.journal.all('connected')).toEqual([])
  })

  it('[hub 54] a connection cannot be resumed when it is lost before the first message of the client after the handshake', async () => {
    const { server, url, client } = await connect()
    await expect(RawClient.open(url)).rejects.toThrow('409')
    await lose(server, client)
    await expect(RawClient.open(url)).rejects.toThrow('404')
    expect(reasons(server)).toMatchObject([{ error: expect.any(ConnectionLost) }])
  })

  it('[hub 55] a client that sends no Sequence message after a reconnect gets no message', async () => {
    const { server, url, client } = await connectResumable()
    client.send(collect('first'))
    await server.journal.seen('collected')
    await lose(server, client)
    const again = await RawClient.open(url)
    await server.context.clients.all.send('told', 'one')
    server.clock.advance(14_000)
    await again.delivered()
    expect(again.received).toEqual([])
    again.send({ type: 9, sequenceId: 2 })
    expect(await again.atLeast(2)).toEqual([{ type: 9, sequenceId: 1 }, told('one')])
    server.clock.advance(1_000)
    expect(await again.atLeast(3)).toContainEqual({ type: 8, sequenceId: 1 })
  })

  it('[hub 55] a client that sends no Sequence message after a reconnect gets no Close message at a shutdown', async () => {
    const { server, url, client } = await connectResumable()
    await lose(server, client)
    const again = await RawClient.open(url)
    const shutDown = server.shutDown()
    expect(await again.ended()).toEqual([])
    await shutDown
  })

  it('[hub 53] a connection cannot be resumed when the client has closed it gracefully', async () => {
    const { server, url, client } = await connect()
    client.webSocket.close()
    await client.ended()
    expect(await server.journal.seen('disconnected')).toMatchObject([{ error: undefined }])
    await expect(RawClient.open(url)).rejects.toThrow('404')
  })

  it('[hub 53] a lost connection can be resumed for 15 s', async () => {
    const { server, url, client } = await connectResumable()
    await lose(server, client)
    server.clock.advance(14_000)
    const again = await RawClient.open(url)
    again.send({ type: 9, sequenceId: 1 })
    await again.settled()
    await lose(server, again)
    server.clock.advance(16_000)
    await expect(RawClient.open(url)).rejects.toThrow('404')
    expect(reasons(server)).toMatchObject([{ error: new ConnectionLost('The client did not come back.') }])
  })

  it('[hub 50] a connection cannot be resumed after a shutdown', async () => {
    const { server, url, client } = await connect()
    const shutDown = server.shutDown()
    await expect(RawClient.open(url)).rejects.toThrow('404')
    expect((await client.ended()).at(-1)).toEqual({ type: 7, allowReconnect: true })
    await shutDown
  })

  it('[hub 50] new connections are refused during a shutdown', async () => {
    const server = await serveConformanceHub()
    const client = await RawClient.connect(server.url)
    client.webSocket.pause()
    const shutDown = server.shutDown()
    expect((await fetch(`${server.url}/negotiate`, { method: 'POST' })).status).toBe(503)
    await expect(RawClient.open(server.url)).rejects.toThrow('503')
    client.webSocket.resume()
    await shutDown
  })
})
