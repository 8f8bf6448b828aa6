import { HttpTransportType, type HubConnection, HubConnectionBuilder, LogLevel } from '@microsoft/signalr'
import { describe, expect, it, onTestFinished } from 'vitest'
import { defineHub } from '../hub.ts'
import { serveConformanceHub } from '../testing/conformance-server.ts'
import { serveHub } from '../testing/serve-hub.ts'

/** Builds a connection of the official client, and stops it when the test ends. */
function build(
  url: string,
  transport: HttpTransportType,
  { reconnects = false, token }: { reconnects?: boolean; token?: string } = {},
): HubConnection {
  const builder = new HubConnectionBuilder()
    .withUrl(url, { transport, ...(token && { accessTokenFactory: () => token }) })
    .configureLogging(LogLevel.None)
  if (reconnects) builder.withAutomaticReconnect([0])
  const connection = builder.build()
  onTestFinished(() => connection.stop())
  return connection
}

/** Calls the method that the timer of the client calls. Over long polling, the client has no such timer. */
const timeOut = (connection: HubConnection) => Reflect.get(connection, 'serverTimeout').call(connection)
const timedOut = 'Server timeout elapsed without receiving a message from the server.'

describe.each(['WebSockets', 'ServerSentEvents', 'LongPolling'] as const)('the official client over %s', (name) => {
  const transport = HttpTransportType[name]

  it('calls the hub, and keeps its handlers, after stop() and another start()', async () => {
    const server = await serveConformanceHub()
    const connection = build(server.url, transport)
    const told: unknown[] = []
    connection.on('told', (text) => {
      told.push(text)
      void connection.send('note', 'heard', text)
    })
    const ids: unknown[] = []
    for (const text of ['first', 'second']) {
      await connection.start()
      ids.push(connection.connectionId)
      expect(await connection.invoke('echo', text)).toBe(text)
      await connection.send('tellAll', text)
      await server.journal.seen('heard', ids.length)
      await connection.stop()
    }
    expect(told).toEqual(['first', 'second'])
    expect(await server.journal.seen('disconnected', 2)).toEqual(
      ids.map((connectionId) => ({ connectionId, error: undefined })),
    )
  })

  it('asks for its redirect again when it reconnects, and has the connection id that the server sees', async () => {
    const places = await Promise.all(
      ['first', 'second'].map((token) => serveConformanceHub({ identities: new Map([[token, { userId: token }]]) })),
    )
    const [first, second] = places
    const redirects = places.map(({ url, identities }) => ({ url, accessToken: [...(identities ?? [])][0]?.[0] }))
    const server = await serveConformanceHub({
      identities: new Map([['mine', {}]]),
      redirect: () => redirects.shift() ?? null,
    })
    const connection = build(server.url, transport, { reconnects: true, token: 'mine' })
    await connection.start()
    expect(await connection.invoke('who')).toBe('first')
    expect(first?.journal.all('connected')).toEqual([connection.connectionId])
    const isBack = new Promise((resolve) => connection.onreconnected(resolve))
    first?.cut()
    expect(await isBack).toBe(connection.connectionId)
    expect(await connection.invoke('who')).toBe('second')
    expect(second?.journal.all('connected')).toEqual([connection.connectionId])
  })

  it('reconnects with a new connection id after its server timeout', async () => {
    const server = await serveConformanceHub()
    const connection = build(server.url, transport, { reconnects: true })
    const why = new Promise<Error | undefined>((resolve) => connection.onreconnecting(resolve))
    const isBack = new Promise((resolve) => connection.onreconnected(resolve))
    await connection.start()
    const ids = [connection.connectionId]
    timeOut(connection)
    expect((await why)?.message).toBe(timedOut)
    ids.push(String(await isBack))
    expect(await connection.invoke('echo', 'here again')).toBe('here again')
    expect(server.journal.all('connected')).toEqual(ids)
    expect(await server.journal.seen('disconnected')).toMatchObject([{ connectionId: ids[0] }])
  })

  it('ends after its server timeout when automatic reconnect is off', async () => {
    const server = await serveConformanceHub()
    const connection = build(server.url, transport)
    const why = new Promise<Error | undefined>((resolve) => connection.onclose(resolve))
    await connection.start()
    const { connectionId } = connection
    timeOut(connection)
    expect((await why)?.message).toBe(timedOut)
    expect(await server.journal.seen('disconnected')).toMatchObject([{ connectionId }])
    expect(server.journal.all('connected')).toEqual([connectionId])
  })

  it('gets the text of the error of onConnected with detailedErrors', async () => {
    const broken = defineHub({
      onConnected() {
        throw new RangeError('The room is full.')
      },
    }).methods({})
    const { url, errors } = await serveHub(broken, { detailedErrors: true })
    const connection = build(url, transport)
    // The Close message may arrive before or after `start` has resolved.
    const error = await new Promise<Error | undefined>((resolve) => {
      connection.onclose(resolve)
      connection.start().catch(resolve)
    })
    expect(error?.message).toBe(
      'Server returned an error on close: Connection closed with an error. RangeError: The room is full.',
    )
    expect(errors).toEqual([new RangeError('The room is full.')])
  })
})
