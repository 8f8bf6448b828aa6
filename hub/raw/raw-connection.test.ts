import { once } from 'node:events'
import { createRequire } from 'node:module'
import { type HttpTransportType, LogLevel, type TransferFormat } from '@microsoft/signalr'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { WebSocket } from 'ws'
import type { ClientConnection, RawConnectionOptions } from '../hub.ts'
import { Inbox } from '../testing/inbox.ts'
import { openHubServer } from '../testing/serve-hub.ts'

/** A connection of the official client without the hub protocol. The package does not export its class. */
interface OfficialConnection {
  onreceive: (data: string | ArrayBuffer) => void
  onclose: (error?: Error) => void
  start(format: TransferFormat): Promise<void>
  send(data: string | ArrayBuffer): Promise<void>
  stop(): Promise<void>
}
const { HttpConnection } = createRequire(import.meta.url)('@microsoft/signalr/dist/cjs/HttpConnection.js') as {
  HttpConnection: new (url: string, options: { transport: HttpTransportType; logger: LogLevel }) => OfficialConnection
}

const transports = { WebSockets: 1, ServerSentEvents: 2, LongPolling: 4 }
const text: TransferFormat = 1
const binary: TransferFormat = 2

async function echo(connection: ClientConnection): Promise<void> {
  for await (const bytes of connection) await connection.send(bytes)
}

/** Serves raw connections until the test ends. */
async function serve(handler: (connection: ClientConnection) => unknown, options: RawConnectionOptions = {}) {
  const { origin, hubs, clock, errors } = await openHubServer()
  hubs.mapConnections('/echo', handler, options)
  const counts = () => hubs.metrics()['/echo']
  return { url: `${origin}/echo`, hubs, clock, errors, counts }
}

async function connect(url: string, transport: keyof typeof transports, format: TransferFormat = text) {
  const connection = new HttpConnection(url, { transport: transports[transport], logger: LogLevel.None })
  const inbox = new Inbox<string | ArrayBuffer>()
  const closed = new Promise<Error | undefined>((resolve) => {
    connection.onclose = resolve
  })
  connection.onreceive = inbox.receive
  await connection.start(format)
  onTestFinished(() => connection.stop())
  return { connection, inbox, closed }
}

describe.each(['WebSockets', 'ServerSentEvents', 'LongPolling'] as const)('a raw connection over %s', (transport) => {
  it('[hub 62] returns text to the official client', async () => {
    const { url, counts } = await serve(echo)
    const { connection, inbox } = await connect(url, transport)
    for (const [at, message] of ['hello', 'Grüße 🙂', 'two\nlines'].entries()) {
      await connection.send(message)
      expect((await inbox.atLeast(at + 1)).at(-1)).toBe(message)
    }
    expect(counts()?.connections.open[transport]).toBe(1)
  })

  it('[hub 62] sends bytes as they were at the call, although the handler changes them afterwards', async () => {
    const { url } = await serve(async (connection) => {
      const bytes = Buffer.from('first')
      void connection.send(bytes)
      bytes.write('other')
      for await (const _ of connection);
    })
    const { inbox } = await connect(url, transport)
    expect(await inbox.atLeast(1)).toEqual(['first'])
  })

  it('when the handler of a raw connection ends, the connection sends all data and then ends', async () => {
    // Waits for a first message, because the official client ignores an end that arrives before its start() resolves.
    const { url, counts } = await serve(async (connection) => {
      for await (const _ of connection) break
      void connection.send('one')
      void connection.send('two')
    })
    const { connection, inbox, closed } = await connect(url, transport)
    await connection.send('go')
    await closed
    expect(inbox.received.join('')).toBe('onetwo')
    expect(counts()).toMatchObject({ ended: { goodbye: 1 }, connections: { total: 1 } })
  })

  it('when the client stops, the iteration in the handler ends and the signal is aborted', async () => {
    const ended = new Inbox<boolean>()
    const { url, errors } = await serve(async (connection) => {
      for await (const bytes of connection) await connection.send(bytes)
      ended.receive(connection.signal.aborted)
    })
    const { connection, inbox } = await connect(url, transport)
    await connection.send('last')
    await inbox.atLeast(1)
    await connection.stop()
    expect(await ended.atLeast(1)).toEqual([true])
    expect(errors).toEqual([])
  })
})

it.each(['WebSockets', 'LongPolling'] as const)('returns bytes to the official client over %s', async (transport) => {
  const { url } = await serve(echo, { format: 'binary' })
  const { connection, inbox } = await connect(url, transport, binary)
  await connection.send(Uint8Array.of(0, 255, 30).buffer)
  const [bytes] = await inbox.atLeast(1)
  expect(new Uint8Array(bytes as ArrayBuffer)).toEqual(Uint8Array.of(0, 255, 30))
})

it('binary connections offer no server-sent events, which carry only text', async () => {
  const { url } = await serve(echo, { format: 'binary' })
  const response = await fetch(`${url}/negotiate?negotiateVersion=1`, { method: 'POST' })
  const { availableTransports } = (await response.json()) as { availableTransports: { transport: string }[] }
  expect(availableTransports.map(({ transport }) => transport)).toEqual(['WebSockets', 'LongPolling'])
})

it('the handler gets the identity of the client, and a client without an identity gets 401', async () => {
  const { url } = await serve((connection) => connection.send(`${connection.userId}`), {
    authenticate: ({ token }) => (token === 'ann' ? { userId: 'ann' } : null),
  })
  expect((await fetch(`${url}/negotiate`, { method: 'POST' })).status).toBe(401)
  const { inbox } = await connect(`${url}?access_token=ann`, 'WebSockets')
  expect(await inbox.atLeast(1)).toEqual(['ann'])
})

it('an error of the handler is reported and ends the connection', async () => {
  const { url, errors, counts } = await serve(async (connection) => {
    for await (const _ of connection) throw new Error('broken')
  })
  const { connection, closed } = await connect(url, 'WebSockets')
  await connection.send('go')
  await closed
  expect(errors).toEqual([new Error('broken')])
  expect(counts()?.ended).toEqual({ other: 1 })
})

it('a connection without a transport ends after 15 s, and a connection ends when its identity expires', async () => {
  const { url, clock, counts } = await serve(echo, {
    authenticate: ({ token }) => (token ? { expiresAt: 1_020_000 } : {}),
  })
  await fetch(`${url}/negotiate`, { method: 'POST' })
  const { closed } = await connect(`${url}?access_token=x`, 'WebSockets')
  expect(counts()?.connections).toMatchObject({ waiting: 1, open: { WebSockets: 1 } })
  clock.advance(16_000)
  expect(counts()?.connections).toMatchObject({ waiting: 0, open: { WebSockets: 1 } })
  clock.advance(5_000)
  await closed
  expect(counts()?.ended).toEqual({ 'authentication-expired': 1 })
})

it('pauses reading from a client while the handler reads nothing, and loses no data', async () => {
  let read = (): void => {}
  const mayRead = new Promise<void>((resolve) => {
    read = resolve
  })
  let bytes = 0
  const { url, counts } = await serve(async (connection) => {
    await mayRead
    for await (const chunk of connection) {
      bytes += chunk.length
      if (bytes === 200 * 100_000) await connection.send('all')
    }
  })
  const client = new WebSocket(url.replace('http', 'ws'))
  await once(client, 'open')
  for (let i = 0; i < 200; i++) client.send('x'.repeat(100_000))
  await vi.waitFor(() => expect(counts()?.messages.received).toBeGreaterThanOrEqual(10))
  for (let i = 0; i < 50; i++) await new Promise(setImmediate)
  expect(counts()?.messages.received).toBeLessThan(100)
  read()
  await once(client, 'message')
  client.terminate()
})

it('send() waits for a client that does not read, and the client is dropped after 10 s', async () => {
  let sent = 0
  const { url, clock, counts } = await serve(async (connection) => {
    while (!connection.signal.aborted) {
      await connection.send('x'.repeat(100_000))
      sent++
      await new Promise(setImmediate)
    }
  })
  const client = new WebSocket(url.replace('http', 'ws'))
  await once(client, 'open')
  client.pause()
  let before = -1
  while (before !== sent) {
    before = sent
    for (let i = 0; i < 20; i++) await new Promise(setImmediate)
  }
  expect(counts()?.ended).toEqual({})
  for (let second = 0; second < 12; second++) clock.advance(1_000)
  expect(counts()?.ended).toEqual({ 'slow-reader': 1 })
  client.terminate()
})
