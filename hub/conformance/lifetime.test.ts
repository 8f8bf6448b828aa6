import { describe, expect, it } from 'vitest'
import { CallRefused, ClientTimedOut, ConnectionLost, type Limits, MalformedMessage, MessageTooLarge } from '../hub.ts'
import { type ConformanceServer, serveConformanceHub } from '../testing/conformance-server.ts'
import {
  encodeMessages,
  negotiateConnectionUrl,
  parseJsonMessages,
  RawClient,
  type RawMessage,
} from '../testing/raw-client.ts'

const ping = { type: 6 }
const echo = (argument: unknown, invocationId = '1') => ({
  type: 1,
  invocationId,
  target: 'echo',
  arguments: [argument],
})
/** Returns a message of exactly this size in bytes. */
const echoOf = (bytes: number) => echo('x'.repeat(bytes - encodeMessages(echo('')).length))

async function connect(limits: Partial<Limits> = {}): Promise<{ server: ConformanceServer; client: RawClient }> {
  const server = await serveConformanceHub({ limits })
  return { server, client: await RawClient.connect(await negotiateConnectionUrl(server)) }
}

/** Opens server-sent events and completes the handshake. */
async function connectEvents(server: ConformanceServer) {
  const url = await negotiateConnectionUrl(server)
  const { body } = await fetch(url, { headers: { Accept: 'text/event-stream' } })
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  const read = async (messages: number): Promise<RawMessage[]> => {
    while (text.split('\x1e').length <= messages) text += (await reader?.read())?.value ?? ''
    return parseJsonMessages(text.replaceAll(/^(:|data: ?)|\r\n/gm, ''))
  }
  await fetch(url, { method: 'POST', body: encodeMessages({ protocol: 'json', version: 1 }) })
  await read(1)
  return { url, read }
}

describe('pings and timeouts', () => {
  it('[hub 42] a WebSocket connection without messages gets a ping every 15 s', async () => {
    const { server, client } = await connect()
    server.clock.advance(14_000)
    await client.settled()
    client.received.length = 0
    server.clock.advance(14_000)
    await client.settled()
    expect(client.received).not.toContainEqual(ping)
    client.received.length = 0
    for (const second of [15, 30, 45]) {
      server.clock.advance(16_000)
      expect(await client.atLeast(second / 15)).toEqual(Array.from({ length: second / 15 }, () => ping))
    }
  })

  it('[hub 42] a connection over server-sent events without messages gets a ping every 15 s', async () => {
    const server = await serveConformanceHub()
    const { read } = await connectEvents(server)
    server.clock.advance(16_000)
    expect(await read(2)).toEqual([{}, ping])
    server.clock.advance(16_000)
    expect(await read(3)).toEqual([{}, ping, ping])
  })

  it('[hub 42] a long-polling connection without messages gets no ping', async () => {
    const server = await serveConformanceHub()
    const url = await negotiateConnectionUrl(server)
    await fetch(url)
    await fetch(url, { method: 'POST', body: encodeMessages({ protocol: 'json', version: 1 }) })
    await fetch(url)
    const poll = fetch(url)
    await fetch(url, { method: 'POST', body: '' })
    server.clock.advance(60_000)
    await fetch(url, { method: 'POST', body: encodeMessages(echo('at last')) })
    expect(parseJsonMessages(await (await poll).text())).toEqual([{ type: 3, invocationId: '1', result: 'at last' }])
  })

  it('[hub 43] a client that has pinged is disconnected 30 s after its last message', async () => {
    const { server, client } = await connect()
    client.send(ping)
    await client.settled()
    server.clock.advance(20_000)
    client.send(ping)
    await client.settled()
    server.clock.advance(29_000)
    expect(server.journal.all('disconnected')).toEqual([])
    server.clock.advance(2_000)
    expect((await client.ended()).at(-1)).toEqual({
      type: 7,
      error: 'Connection closed with an error.',
      allowReconnect: true,
    })
    expect(await server.journal.seen('disconnected')).toMatchObject([
      { error: new ClientTimedOut('The client was silent for 30000 ms.') },
    ])
  })

  it('[hub 43] a client that has never pinged stays connected for five minutes without messages', async () => {
    const { server, client } = await connect()
    server.clock.advance(300_000)
    await client.settled()
  })

  it('[hub 43] a client stays connected while the server has paused reading its messages', async () => {
    const { server, client } = await connect()
    client.send(ping)
    client.send(
      ...Array.from({ length: 20 }, (_, i) => ({ type: 1, invocationId: `${i}`, target: 'hold', arguments: ['a'] })),
    )
    await server.journal.seen('held')
    server.clock.advance(60_000)
    server.journal.note('release a')
    await client.settled()
    expect(client.received.filter(({ result }) => result === 'a')).toHaveLength(20)
  })
})

describe('the size limit of messages', () => {
  it('[hub 44] a message of 32 KB is accepted', async () => {
    const { client } = await connect()
    client.send(echoOf(32 * 1024))
    await client.settled()
    expect(client.received[0]).toMatchObject({ type: 3, invocationId: '1' })
  })

  it('[hub 44] a message of 33 KB closes the connection', async () => {
    const { server, client } = await connect()
    client.send(echoOf(33 * 1024))
    expect(await client.ended()).toEqual([{ type: 7, error: 'Connection closed with an error.', allowReconnect: true }])
    const [farewell] = await server.journal.seen('disconnected')
    expect(farewell).toMatchObject({ error: new MessageTooLarge(32 * 1024) })
  })

  it('[hub 44] ten messages of 10 KB in one frame are accepted, because the limit applies to each message', async () => {
    const { client } = await connect()
    client.send(...Array.from({ length: 10 }, () => echoOf(10 * 1024)))
    await client.settled()
    expect(client.received).toHaveLength(10)
  })
})

describe('the end of a connection', () => {
  it.each([
    { ending: 'a Close message of the client', end: (client: RawClient) => client.send({ type: 7 }), error: undefined },
    {
      ending: 'a close frame of the WebSocket',
      end: (client: RawClient) => client.webSocket.close(),
      error: undefined,
    },
    {
      ending: 'a lost connection',
      end: (client: RawClient) => client.webSocket.terminate(),
      error: new ConnectionLost('The connection ended without a goodbye.'),
    },
    {
      ending: 'a malformed message',
      end: (client: RawClient) => client.webSocket.send('{\x1e'),
      error: new MalformedMessage('A message is not JSON.'),
    },
    {
      ending: 'an abort by the application',
      end: (client: RawClient) => client.send({ type: 1, target: 'leave', arguments: [] }),
      error: undefined,
    },
  ])('onDisconnected runs once after $ending', async ({ end, error }) => {
    const { server, client } = await connect()
    const [connectionId] = await server.journal.seen('connected')
    end(client)
    await client.ended()
    expect(await server.journal.seen('disconnected')).toEqual([{ connectionId, error }])
    server.clock.advance(120_000)
    await server.shutDown()
    expect(server.journal.all('disconnected')).toHaveLength(1)
    expect(server.hub.metrics()['/hub']?.ended).toEqual({ [error ? error.code : 'goodbye']: 1 })
  })

  it('ctx.abort() sends a Close message that does not allow the client to reconnect', async () => {
    const { client } = await connect()
    client.send({ type: 1, target: 'leave', arguments: [] })
    expect(await client.ended()).toEqual([{ type: 7 }])
  })
})

describe('the messages of a connection', () => {
  it('[hub 36] [hub 37] [hub 38] a stream ends with a Completion without a result', async () => {
    const { client } = await connect()
    client.send({ type: 4, invocationId: 'a', target: 'count', arguments: [2] })
    await client.atLeast(3)
    client.send({ type: 4, invocationId: 'b', target: 'silent', arguments: [] })
    await client.atLeast(4)
    client.send({ type: 5, invocationId: 'b' })
    expect(await client.atLeast(5)).toEqual([
      { type: 2, invocationId: 'a', item: 1 },
      { type: 2, invocationId: 'a', item: 2 },
      { type: 3, invocationId: 'a' },
      { type: 2, invocationId: 'b', item: 'first' },
      { type: 3, invocationId: 'b' },
    ])
  })

  it('[hub 29] [hub 30] a Completion has no result when the method returns nothing, and null when it returns null', async () => {
    const { client } = await connect()
    const call = (invocationId: string, target: string) => ({ type: 1, invocationId, target, arguments: [] })
    client.send(call('1', 'nothing'), call('2', 'nil'))
    expect(await client.atLeast(2)).toEqual([
      { type: 3, invocationId: '1' },
      { type: 3, invocationId: '2', result: null },
    ])
  })

  it('[hub 25] calls without an invocation id get no answer, even when the calls fail', async () => {
    const { server, client } = await connect()
    const call = (target: string) => ({ type: 1, target, arguments: [] })
    client.send(call('echo'), call('nowhere'), call('refuse'), call('boom'), call('count'))
    await client.settled()
    expect(client.received).toEqual([])
    expect(server.errors.splice(0)).toEqual([expect.any(CallRefused), expect.any(CallRefused), expect.any(Error)])
  })

  it('messages about unknown calls and messages of an unknown type are ignored', async () => {
    const { client } = await connect()
    client.send(
      { type: 3, invocationId: '7', result: 1 },
      { type: 2, invocationId: '8', item: 1 },
      { type: 5, invocationId: '9' },
    )
    client.send({ type: 42 })
    await client.settled()
    expect(client.received).toEqual([])
  })

  it('metrics count connections and messages', async () => {
    const { server, client } = await connect()
    await negotiateConnectionUrl(server)
    const { read, url } = await connectEvents(server)
    client.send(echo(1), echo(2, '2'), ping)
    await client.atLeast(2)
    await fetch(url, { method: 'POST', body: encodeMessages(echo(3)) })
    await read(2)
    expect(server.hub.metrics()['/hub']).toEqual({
      connections: { waiting: 1, open: { WebSockets: 1, ServerSentEvents: 1, LongPolling: 0 }, total: 2 },
      messages: { received: 4, sent: 3 },
      calls: { started: 3, failed: 0 },
      ended: {},
      refused: 0,
    })
  })
})
