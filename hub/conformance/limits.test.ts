import { describe, expect, it } from 'vitest'
import { CallRefused, type Limits, MessageTooLarge, SlowReader } from '../hub.ts'
import { type ConformanceServer, serveConformanceHub } from '../testing/conformance-server.ts'
import { negotiateConnectionUrl, RawClient } from '../testing/raw-client.ts'

async function connect(limits: Partial<Limits> = {}): Promise<{ server: ConformanceServer; client: RawClient }> {
  const server = await serveConformanceHub({ limits })
  return { server, client: await RawClient.connect(await negotiateConnectionUrl(server)) }
}

/** Returns whether a promise is still pending after all callbacks that can run now have run. */
async function isWaiting(promise: Promise<void>): Promise<boolean> {
  let isPending = true
  void promise.then(() => {
    isPending = false
  })
  await new Promise(setImmediate)
  return isPending
}

describe('a client that reads slowly', () => {
  const payload = 'x'.repeat(100_000)

  it('a client that leaves more than pendingBytes unread is disconnected, and other clients get all messages', async () => {
    const { server, client: slow } = await connect({ pendingBytes: 500_000 })
    const [slowId] = await server.journal.seen('connected')
    const client = await RawClient.connect(await negotiateConnectionUrl(server))
    slow.webSocket.pause()
    let sent = 0
    while (server.journal.all('disconnected').length === 0) {
      void server.context.clients.all.send('told', [++sent, payload])
      await client.atLeast(sent)
    }
    expect(server.journal.all('disconnected')).toEqual([
      { connectionId: slowId, error: new SlowReader('More than 500000 bytes wait for the client.') },
    ])
    expect(client.received.map((message) => [message.arguments].flat(2)[0])).toEqual(
      Array.from({ length: sent }, (_, i) => i + 1),
    )
    expect(server.hub.metrics()['/hub']?.connections.open.WebSockets).toBe(1)
  })

  it('a call that sends messages to all clients does not wait for a client that reads nothing', async () => {
    const { server, client: slow } = await connect()
    slow.webSocket.pause()
    const client = await RawClient.connect(await negotiateConnectionUrl(server))
    const call = { type: 1, target: 'tellAll', arguments: ['x'.repeat(30_000)] }
    let isStalled = false
    // The buffers of the sockets take the first messages. Later messages wait in the process.
    for (let calls = 1; !isStalled; calls++) {
      client.send({ ...call, invocationId: String(calls) })
      await client.atLeast(2 * calls)
      isStalled = await isWaiting(server.context.clients.all.drained())
    }
    client.send({ ...call, invocationId: 'last' })
    while (!client.received.some(({ invocationId }) => invocationId === 'last')) {
      await client.atLeast(client.received.length + 1)
    }
    expect(server.journal.all('disconnected')).toEqual([])
  })

  it('after 10 s, a client that reads nothing is disconnected, and a sender that waits for this client continues', async () => {
    const { server, client } = await connect()
    client.webSocket.pause()
    const { all } = server.context.clients
    let waiting = all.drained()
    while (!(await isWaiting(waiting))) {
      await all.send('told', payload)
      waiting = all.drained()
    }
    // The first heartbeat notices the pending bytes. The first heartbeat after ten seconds without progress disconnects
    // the client.
    for (let second = 0; second < 12; second++) {
      expect(server.journal.all('disconnected'), `after ${second} s`).toHaveLength(second < 11 ? 0 : 1)
      server.clock.advance(1_000)
    }
    await waiting
    expect(server.journal.all('disconnected')).toMatchObject([
      { error: new SlowReader('The client took nothing for 10000 ms.') },
    ])
  })

  it('a client that reads again within 10 s stays connected', async () => {
    const { server, client } = await connect({ pendingBytes: 50_000_000 })
    client.webSocket.pause()
    for (let i = 0; i < 200; i++) void server.context.clients.all.send('told', payload)
    server.clock.advance(9_000)
    client.webSocket.resume()
    await client.atLeast(200)
    server.clock.advance(9_000)
    await client.settled()
  })
})

describe('limits', () => {
  const status = async ({ url }: ConformanceServer, token = '') =>
    (await fetch(`${url}/negotiate?negotiateVersion=1&access_token=${token}`, { method: 'POST' })).status

  it('the limit "connectionsPerAddress" refuses further connections of one address with 429', async () => {
    const server = await serveConformanceHub({
      limits: { connectionsPerAddress: 2 },
      address: ({ 'x-forwarded-for': address }, socketAddress) => String(address ?? socketAddress),
    })
    const client = await RawClient.connect(server.url)
    expect([await status(server), await status(server)]).toEqual([200, 429])
    const elsewhere = await fetch(`${server.url}/negotiate`, {
      method: 'POST',
      headers: { 'X-Forwarded-For': '10.0.0.1' },
    })
    expect(elsewhere.status).toBe(200)
    expect(server.hub.metrics()['/hub']?.refused).toBe(1)
    client.webSocket.close()
    await server.journal.seen('disconnected')
    expect(await status(server)).toBe(200)
  })

  it('the limit "connectionsPerUser" refuses further connections of one user with 429', async () => {
    const identities = new Map([
      ['ann', { userId: 'ann' }],
      ['bob', { userId: 'bob' }],
    ])
    const server = await serveConformanceHub({ limits: { connectionsPerUser: 1 }, identities })
    expect([await status(server, 'ann'), await status(server, 'ann'), await status(server, 'bob')]).toEqual([
      200, 429, 200,
    ])
    server.clock.advance(16_000)
    expect(await status(server, 'ann')).toBe(200)
  })

  it('a WebSocket message above "frameBytes" ends the connection with MessageTooLarge', async () => {
    const { server, client } = await connect({ frameBytes: 2_000 })
    client.send({ type: 1, target: 'collect', arguments: ['x'.repeat(2_000)] })
    expect(await server.journal.seen('disconnected')).toMatchObject([{ error: new MessageTooLarge(2_000) }])
    expect(server.hub.metrics()['/hub']?.ended).toEqual({ 'message-too-large': 1 })
  })

  it('the limit "connections" refuses all further connections with 503', async () => {
    const server = await serveConformanceHub({ limits: { connections: 1 } })
    expect([await status(server), await status(server)]).toEqual([200, 503])
  })

  it('beyond the limit "streams", each further stream of a client is answered with an error', async () => {
    const { server, client } = await connect({ streams: 2 })
    const silent = (invocationId: string) => ({ type: 4, invocationId, target: 'silent', arguments: [] })
    client.send(silent('1'), silent('2'), silent('3'))
    await client.settled()
    expect(client.received).toContainEqual({
      type: 3,
      invocationId: '3',
      error:
        "An unexpected error occurred invoking 'silent' on the server. HubException: A client can have 2 streams at a time.",
    })
    client.send({ type: 5, invocationId: '1' }, silent('4'))
    await client.settled()
    expect(client.received).toContainEqual({ type: 2, invocationId: '4', item: 'first' })
    expect(server.errors.splice(0)).toEqual([expect.any(CallRefused)])
  })
})
