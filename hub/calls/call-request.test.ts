import { HttpTransportType, HubConnectionBuilder, LogLevel } from '@microsoft/signalr'
import { MessagePackHubProtocol } from '@microsoft/signalr-protocol-msgpack'
import { expect, it } from 'vitest'
import { type ConnectionRequest, defineHub } from '../hub.ts'
import { Journal } from '../testing/journal.ts'
import { RawClient } from '../testing/raw-client.ts'
import { createCallMessage, serveHub } from '../testing/serve-hub.ts'

const describeRequest = ({ path, query, cookies, headers, origin, address, ...rest }: ConnectionRequest) => ({
  path,
  room: query.get('room'),
  cookie: cookies.get('visit'),
  app: headers['x-app'],
  origin,
  address,
  transport: rest.transport,
  protocol: rest.protocol,
})

it.each([
  ['WebSockets', 'json'],
  ['ServerSentEvents', 'json'],
  ['LongPolling', 'messagepack'],
] as const)(
  'over the transport %s with the protocol %s, calls and hooks see the request that opened the transport',
  async (transport, protocol) => {
    const journal = new Journal()
    const hub = defineHub({
      onConnected: (ctx) => journal.note('seen', describeRequest(ctx.request)),
      onDisconnected: (ctx) => journal.note('seen', describeRequest(ctx.request)),
    }).methods({ look: (ctx) => journal.note('seen', describeRequest(ctx.request)) })
    const { url } = await serveHub(hub)
    const builder = new HubConnectionBuilder()
      .withUrl(`${url}?room=7`, {
        transport: HttpTransportType[transport],
        headers: { 'x-app': 'desk', cookie: 'visit=second%20one' },
      })
      .configureLogging(LogLevel.None)
    if (protocol === 'messagepack') builder.withHubProtocol(new MessagePackHubProtocol())
    const connection = builder.build()
    await connection.start()
    await connection.invoke('look')
    await connection.stop()
    const seen = {
      path: '/hub',
      room: '7',
      cookie: 'second one',
      app: 'desk',
      origin: null,
      address: '127.0.0.1',
      transport,
      protocol,
    }
    expect(await journal.seen('seen', 3)).toEqual([seen, seen, seen])
  },
)

it('calls see the request of the new WebSocket after a stateful reconnect', async () => {
  const hub = defineHub().methods({ look: (ctx) => ctx.request.query.get('room'), echo: () => null })
  const { url } = await serveHub(hub, { statefulReconnect: true })
  const query = 'negotiateVersion=1&useStatefulReconnect=true'
  const { connectionToken } = await (await fetch(`${url}/negotiate?${query}`, { method: 'POST' })).json()
  const first = await RawClient.connect(`${url}?id=${connectionToken}&room=1`, { version: 2 })
  first.send({ type: 6 }, createCallMessage('look', '1'))
  expect(await first.atLeast(1)).toMatchObject([{ result: '1' }])
  const second = await RawClient.open(`${url}?id=${connectionToken}&room=2`)
  second.send({ type: 9, sequenceId: 1 }, createCallMessage('look', '1'), createCallMessage('look', '2'))
  const answers = (await second.atLeast(3)).filter(({ type }) => type === 3)
  expect(answers).toMatchObject([{ result: '1' }, { result: '2' }])
})

it('all calls of a connection share its items, and each connection has its own items', async () => {
  const hub = defineHub({ onConnected: (ctx) => ctx.items.set('count', 10) }).methods({
    count(ctx) {
      ctx.items.set('count', Number(ctx.items.get('count')) + 1)
      return ctx.items.get('count')
    },
  })
  const { url } = await serveHub(hub)
  const [first, second] = [await RawClient.connect(url), await RawClient.connect(url)]
  first.send(createCallMessage('count', '1'), createCallMessage('count', '2'))
  expect(await first.atLeast(2)).toMatchObject([{ result: 11 }, { result: 12 }])
  second.send(createCallMessage('count', '1'))
  expect(await second.atLeast(1)).toMatchObject([{ result: 11 }])
})
