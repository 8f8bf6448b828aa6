import { AsyncLocalStorage } from 'node:async_hooks'
import { channel, tracingChannel } from 'node:diagnostics_channel'
import { HubConnectionBuilder, LogLevel } from '@microsoft/signalr'
import { Encoder } from '@msgpack/msgpack'
import { expect, it, onTestFinished } from 'vitest'
import {
  type CallEvent,
  type ConnectionEvent,
  ConnectionLost,
  defineHub,
  HubError,
  method,
  type RefusedRequestEvent,
} from './hub.ts'
import { encodeBinaryFrame } from './protocols/binary-frames.ts'
import { messagePackProtocol } from './protocols/messagepack.ts'
import { PendingBytes } from './protocols/pending-bytes.ts'
import { RawClient } from './testing/raw-client.ts'
import { createCallMessage, serveHub } from './testing/serve-hub.ts'

const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'
const trace = { traceparent, tracestate: 'vendor=1' }

/** Collects the messages of a channel until the test ends. */
function listenTo<E>(name: string): E[] {
  const events: E[] = []
  const listen = (event: unknown) => void events.push({ ...(event as E) })
  channel(name).subscribe(listen)
  onTestFinished(() => void channel(name).unsubscribe(listen))
  return events
}

const hub = defineHub({ authenticate: () => ({ userId: 'ann' }) }).methods({
  echo: (_ctx, value: unknown) => value,
  trace: (ctx) => ctx.trace,
  refuse: async () => {
    throw new HubError('Not today.')
  },
  unwritable: () => 1n,
  failing: method({ streams: true }, function* () {
    yield 1
    throw new HubError('No two.')
  }),
})

it('the start and the end of each call are published, with the duration and the error', async () => {
  const [starts, ends, failures] = ['start', 'asyncEnd', 'error'].map((phase) =>
    listenTo<CallEvent>(`tracing:@hobohat/hub.call:${phase}`),
  ) as [CallEvent[], CallEvent[], CallEvent[]]
  const { url, hubs } = await serveHub(hub)
  const client = await RawClient.connect(url)
  const call = (type: 1 | 4, target: string, headers?: object) =>
    client.send({ type, invocationId: target, target, arguments: [], ...(headers && { headers }) })
  call(1, 'ECHO', trace)
  call(1, 'refuse')
  call(4, 'failing')
  call(1, 'unwritable')
  await client.atLeast(5)
  expect(starts).toMatchObject([
    {
      hub: '/hub',
      connectionId: expect.any(String),
      userId: 'ann',
      method: 'ECHO',
      trace,
      startedAt: expect.any(Number),
    },
    { method: 'refuse', trace: undefined },
    { method: 'failing' },
    { method: 'unwritable' },
  ])
  expect(ends.map(({ method }) => method)).toEqual(expect.arrayContaining(['ECHO', 'refuse', 'failing', 'unwritable']))
  for (const { durationMs } of ends) expect(durationMs).toBeGreaterThanOrEqual(0)
  expect(failures.map(({ method, error }) => [method, error])).toEqual(
    expect.arrayContaining([
      ['refuse', new HubError('Not today.')],
      ['failing', new HubError('No two.')],
      ['unwritable', expect.any(TypeError)],
    ]),
  )
  expect(failures).toHaveLength(3)
  expect(hubs.metrics()['/hub']?.calls).toEqual({ started: 4, failed: 3 })
})

it('a call that `parse` refuses publishes only its end, and a call of an unknown method publishes no event', async () => {
  const [starts, ends] = ['start', 'asyncEnd'].map((phase) => listenTo<CallEvent>(`tracing:@hobohat/hub.call:${phase}`))
  const refused = new HubError('Wrong')
  const parse = () => {
    throw refused
  }
  const { url } = await serveHub(defineHub().methods({ checked: method({ parse }, () => {}) }))
  const client = await RawClient.connect(url)
  client.send(createCallMessage('checked', '1'), createCallMessage('unknown', '2'))
  await client.atLeast(2)
  expect(starts).toEqual([])
  expect(ends).toMatchObject([{ method: 'checked', error: refused, durationMs: expect.any(Number) }])
})

it('hub methods see the value of an AsyncLocalStorage that is bound to the start event of calls', async () => {
  const spans = new AsyncLocalStorage<string>()
  const { start } = tracingChannel<string, CallEvent>('@hobohat/hub.call')
  start.bindStore(spans, (event) => `span of ${event.method}`)
  onTestFinished(() => void start.unbindStore(spans))
  const { url } = await serveHub(
    defineHub().methods({
      async span() {
        await new Promise(setImmediate)
        return spans.getStore()
      },
    }),
  )
  const connection = new HubConnectionBuilder().withUrl(url).configureLogging(LogLevel.None).build()
  await connection.start()
  expect(await connection.invoke('span')).toBe('span of span')
  await connection.stop()
})

it('the opening and the end of each connection are published: both with the trace context of the request, the end with its error', async () => {
  const opened = listenTo<ConnectionEvent>('@hobohat/hub.connection.opened')
  const ended = listenTo<ConnectionEvent>('@hobohat/hub.connection.ended')
  const { url, hubs } = await serveHub(hub)
  const negotiated = await fetch(`${url}/negotiate?negotiateVersion=1`, { method: 'POST', headers: trace })
  const { connectionToken, connectionId } = (await negotiated.json()) as Record<string, string>
  const client = await RawClient.connect(`${url}?id=${connectionToken}`)
  const event = { hub: '/hub', connectionId, userId: 'ann', transport: 'WebSockets', trace }
  expect(opened).toEqual([event])
  expect(ended).toEqual([])
  client.webSocket.terminate()
  while (hubs.metrics()['/hub']?.connections.open.WebSockets) await new Promise(setImmediate)
  expect(ended).toEqual([{ ...event, error: new ConnectionLost('The connection ended without a goodbye.') }])
})

it('each refused request is published with its reason and without its secrets', async () => {
  const refused = listenTo<RefusedRequestEvent>('@hobohat/hub.request.refused')
  const { url, hubs } = await serveHub(
    defineHub({
      authenticate({ token }) {
        if (token === 'broken') throw new Error('Broken')
        return token === 'ann' ? {} : null
      },
    }).methods({}),
    { origins: ['https://www.example.com'] },
  )
  const negotiate = (query: string, headers = {}) => fetch(`${url}/negotiate${query}`, { method: 'POST', headers })
  await negotiate('?access_token=ann')
  expect(refused).toEqual([])
  await negotiate('?access_token=bob', { origin: 'https://www.example.com' })
  await negotiate('?access_token=ann', { origin: 'https://evil.example.com' })
  await negotiate('?access_token=broken')
  await fetch(`${url}?id=secret&access_token=ann`, { method: 'DELETE' })
  await RawClient.connect(`${url}?access_token=bob`).catch(() => {})
  await RawClient.connect(`${url}/below?access_token=ann`).catch(() => {})
  const posted = { hub: '/hub', method: 'POST', path: '/hub/negotiate', origin: undefined }
  expect(refused).toEqual([
    { ...posted, status: 401, reason: 'No user: authenticate returned null.', origin: 'https://www.example.com' },
    {
      ...posted,
      status: 403,
      reason: 'Pages of this origin may not use the hub, unless its option origins lists them.',
      origin: 'https://evil.example.com',
    },
    { ...posted, status: 500, reason: 'A hook threw an error, which onError gets.' },
    {
      ...posted,
      status: 404,
      reason: 'No Connection with that ID: it has ended, or is on a server that no backplane links with this one.',
      method: 'DELETE',
      path: '/hub',
    },
    { ...posted, status: 401, reason: 'No user: authenticate returned null.', method: 'GET', path: '/hub' },
    {
      ...posted,
      status: 404,
      reason: expect.stringContaining('There is nothing here.'),
      method: 'GET',
      path: '/hub/below',
    },
  ])
  expect(hubs.metrics()['/hub']?.refused).toBe(0)
})

it('a call sees the trace context of its message, and no other headers', async () => {
  const { url } = await serveHub(hub)
  const client = await RawClient.connect(url)
  const headers: unknown[] = [
    trace,
    { traceparent },
    { tracestate: 'a=b' },
    { traceparent: 1 },
    'none',
    null,
    undefined,
  ]
  for (const [at, value] of headers.entries()) {
    client.send({
      type: 1,
      invocationId: String(at),
      target: 'trace',
      arguments: [],
      ...(value !== undefined && { headers: value }),
    })
  }
  const answers = await client.atLeast(headers.length)
  expect(answers.map(({ result }) => result)).toEqual([
    trace,
    { traceparent },
    ...headers.slice(2).map(() => undefined),
  ])
})

it('the trace context of a call is also read from a MessagePack message', () => {
  const frame = encodeBinaryFrame(new Encoder().encodeSharedRef([1, { ...trace, other: 'x' }, null, 't', []]))
  expect([...messagePackProtocol.read(frame, new PendingBytes(), 1000)]).toEqual([
    { type: 1, target: 't', arguments: [], trace },
  ])
})
