import { describe, expect } from 'vitest'
import { AuthenticationExpired, ConnectionLost } from '../hub.ts'
import { createTestForEveryClient, transportProtocolPairs, webSocketPairs } from '../testing/every-client.ts'
import { createFakeClock } from '../testing/fake-clock.ts'
import type { Scenario } from '../testing/scenario.ts'

/** The ids, errors and answer that a client saw while it reconnected by itself. */
interface Return {
  ids: (string | null)[]
  why: (string | undefined)[]
  echo: string
}

/**
 * Calls the server, loses the connection and reconnects, perhaps to another server or with another token. Then calls
 * the server again.
 */
const comeBack: Scenario<{ elsewhere: string | null }, Return> = async ({ connection, tokens }, { elsewhere }) => {
  const ids = [connection.connectionId]
  const why: (string | undefined)[] = []
  connection.onreconnecting((error) => {
    why.push(error?.message)
    tokens.shift()
    if (elsewhere) connection.baseUrl = elsewhere
  })
  const isBack = new Promise((resolve) => connection.onreconnected(resolve))
  await connection.send('note', 'here', null)
  await isBack
  ids.push(connection.connectionId)
  return { ids, why, echo: await connection.invoke('echo', 'here again') }
}

const upTo = (n: number) => Array.from({ length: n }, (_, i) => i + 1)

describe('reconnecting', () => {
  const test = createTestForEveryClient()

  test('[hub 50] clients receive a Close message when their server shuts down, and reconnect to another server', async ({
    server,
    serveElsewhere,
    play,
  }) => {
    const other = await serveElsewhere({ origins: [server.origin] })
    const returning = play(comeBack, { elsewhere: other.url }, { reconnectMs: [0] })
    await server.journal.seen('here')
    await server.shutDown()
    const { ids, why, echo } = await returning
    expect({ why, echo }).toEqual({ why: [undefined], echo: 'here again' })
    expect(server.journal.all('disconnected')).toEqual([{ connectionId: ids[0], error: undefined }])
    expect(other.journal.all('connected')).toEqual([ids[1]])
  })

  test(
    '[hub 50] stateful clients reconnect to another server when their server shuts down',
    async ({ server, serveElsewhere, play }) => {
      const other = await serveElsewhere({ origins: [server.origin], statefulReconnect: true })
      const returning = play(comeBack, { elsewhere: other.url }, { reconnectMs: [0], stateful: true })
      await server.journal.seen('here')
      await server.shutDown()
      expect(await returning).toMatchObject({ echo: 'here again' })
      expect(other.journal.all('connected')).toHaveLength(1)
    },
    { pairs: webSocketPairs, hub: { statefulReconnect: true }, tolerates: /WebSocket|Connection disconnected/ },
  )

  test('[hub 50] a client does not reconnect after a Close message without allowReconnect', async ({
    server,
    play,
  }) => {
    const goodbye = await play(
      ({ connection }) =>
        new Promise((resolve, reject) => {
          connection.onclose((error) => resolve(error?.message ?? 'goodbye'))
          connection.onreconnecting(() => reject(new Error('It tries.')))
          connection.send('leave')
        }),
      undefined,
      { reconnectMs: [0] },
    )
    expect(goodbye).toBe('goodbye')
    expect(await server.journal.seen('disconnected')).toMatchObject([{ error: undefined }])
  })

  test(
    '[hub 51] a stateful connection keeps its id after cuts, and delivers each message once in both directions',
    async ({ server, play }) => {
      const rounds = 5
      const told = play(
        async ({ connection }, count) => {
          const id = connection.connectionId
          const told: unknown[] = []
          await new Promise<void>((resolve) => {
            connection.on('told', (n) => {
              told.push(n)
              void connection.send('collect', n)
              if (n === count) resolve()
            })
            void connection.send('note', 'here', null)
          })
          await connection.invoke('echo', null)
          return { told, isTheSame: connection.connectionId === id }
        },
        rounds * 30,
        { stateful: true },
      )
      await server.journal.seen('here')
      let count = 0
      const tellTen = () => {
        for (let i = 0; i < 10; i++) void server.context.clients.all.send('told', ++count)
      }
      for (let round = 0; round < rounds; round++) {
        tellTen()
        // Waits until the client has answered some of the messages, so that the cut happens while the client answers.
        await server.journal.seen('collected', count - 5)
        tellTen()
        server.cut()
        tellTen()
        await server.journal.seen('collected', count)
        server.clock.advance(1_000)
      }
      expect(await told).toEqual({ told: upTo(rounds * 30), isTheSame: true })
      expect(server.journal.all('collected')).toEqual(upTo(rounds * 30))
      expect(server.journal.all('connected')).toHaveLength(1)
    },
    { pairs: webSocketPairs, hub: { statefulReconnect: true }, tolerates: /WebSocket/ },
  )

  test(
    '[hub 51] a stream and an upload continue after the connection has been cut',
    async ({ server, play }) => {
      const numbers = play(
        ({ connection, signalR }) =>
          new Promise<unknown[]>((resolve, reject) => {
            const numbers = new signalR.Subject<number>()
            const doubled: unknown[] = []
            connection.stream('doubled', numbers).subscribe({
              next: (item) => {
                doubled.push(item)
                if (doubled.length === 10 || doubled.length === 20) void connection.send('note', 'ten more', null)
                if (doubled.length < 30) numbers.next(doubled.length)
                else numbers.complete()
              },
              complete: () => resolve(doubled),
              error: reject,
            })
            numbers.next(0)
          }),
        undefined,
        { stateful: true },
      )
      await server.journal.seen('ten more')
      server.cut()
      await server.journal.seen('ten more', 2)
      server.cut()
      expect(await numbers).toEqual(Array.from({ length: 30 }, (_, i) => 2 * i))
    },
    { pairs: webSocketPairs, hub: { statefulReconnect: true }, tolerates: /WebSocket/ },
  )

  test(
    '[hub 52] a client whose buffer is full sends its next message after an Ack of the server',
    async ({ server, play }) => {
      const done = play(
        async ({ connection }) => {
          connection.on('confirm', () => true)
          for (let i = 1; i <= 8; i++) await connection.send('collect', `${i} ${'x'.repeat(30_000)}`)
          return connection.invoke('echo', 'done')
        },
        undefined,
        { stateful: true },
      )
      const [connectionId] = await server.journal.seen('connected')
      // The fourth message arrives and fills the client's buffer of 100,000 characters, so the client does not send the
      // fifth.
      await server.journal.seen('collected', 4)
      await server.context.clients.client(String(connectionId)).invoke('confirm', [null], { timeoutMs: 5_000 })
      expect(server.journal.all('collected')).toHaveLength(4)
      server.clock.advance(1_000)
      await server.journal.seen('collected', 8)
      server.clock.advance(1_000)
      expect(await done).toBe('done')
    },
    { pairs: webSocketPairs, hub: { statefulReconnect: true } },
  )

  test(
    '[hub 53] a client that reconnects after more than 15 s gets a new connection',
    async ({ server, play }) => {
      const returning = play(comeBack, { elsewhere: null }, { reconnectMs: [0], stateful: true })
      await server.journal.seen('here')
      const openDoors = server.closeDoors()
      server.cut()
      const start = server.clock.now()
      while (server.journal.all('disconnected').length === 0) {
        server.clock.advance(1_000)
        await new Promise(setImmediate)
      }
      expect(server.clock.now() - start).toBeGreaterThanOrEqual(15_000)
      openDoors()
      const { ids, echo } = await returning
      expect(echo).toBe('here again')
      expect(ids[1]).not.toBe(ids[0])
      expect(server.journal.all('connected')).toEqual(ids)
      expect(server.journal.all('disconnected')[0]).toEqual({
        connectionId: ids[0],
        error: new ConnectionLost('The client did not come back.'),
      })
    },
    { pairs: webSocketPairs, hub: { statefulReconnect: true }, tolerates: /WebSocket|Connection disconnected/ },
  )

  test(
    'a client is disconnected when its access token expires, and reconnects with a new token',
    async ({ server, play }) => {
      const returning = play(comeBack, { elsewhere: null }, { reconnectMs: [0], tokens: ['first', 'second'] })
      await server.journal.seen('here')
      server.clock.advance(2_000)
      expect(server.journal.all('disconnected')).toEqual([])
      server.clock.advance(2_000)
      const { ids, why, echo } = await returning
      expect(echo).toBe('here again')
      expect(why).toEqual(['Server returned an error on close: Connection closed with an error.'])
      expect(server.journal.all('disconnected')[0]).toEqual({
        connectionId: ids[0],
        error: new AuthenticationExpired('The proof of identity is no longer valid.'),
      })
    },
    {
      identities: () =>
        new Map([
          ['first', { userId: 'ann', expiresAt: createFakeClock().now() + 3_000 }],
          ['second', { userId: 'ann', expiresAt: createFakeClock().now() + 3_600_000 }],
        ]),
      tolerates: /Connection disconnected with error/,
    },
  )

  // After a 401, the official client should get a new token and keep the connection. But it reconnects
  // (dotnet/aspnetcore#56494).
  test(
    'a client reconnects with a new access token when its poll gets 401',
    async ({ server, play }) => {
      const returning = play(comeBack, { elsewhere: null }, { reconnectMs: [0], tokens: ['first', 'second'] })
      await server.journal.seen('here')
      server.identities?.delete('first')
      await server.context.clients.all.send('done')
      const { ids, why, echo } = await returning
      expect(echo).toBe('here again')
      expect(why).toEqual(["Unauthorized: Status code '401'"])
      expect(server.journal.all('connected')).toEqual(ids)
    },
    {
      pairs: transportProtocolPairs.filter(({ transport }) => transport === 'LongPolling'),
      identities: () =>
        new Map([
          ['first', { userId: 'ann' }],
          ['second', { userId: 'ann' }],
        ]),
      tolerates: /401|No client method with the name 'done'/,
    },
  )
})

describe('pages of other origins', () => {
  const test = createTestForEveryClient()
  const identities = () => new Map([['ann', { userId: 'ann' }]])

  test(
    '[hub 16] a page of an allowed origin connects with credentials',
    async ({ server, serveElsewhere, play }) => {
      const other = await serveElsewhere({ origins: [server.origin], identities: identities() })
      const who = await play(({ connection }) => connection.invoke('who'), undefined, {
        url: other.url,
        tokens: ['ann'],
      })
      expect(who).toBe('ann')
    },
    { environments: ['Chromium'] },
  )

  test(
    '[hub 16] a page of an origin that is not listed cannot connect',
    async ({ serveElsewhere, play }) => {
      const other = await serveElsewhere({ origins: ['https://a.example'] })
      const error = await play(
        ({ connection }) =>
          connection.start().then(
            () => 'connected',
            (error) => error.message,
          ),
        undefined,
        { url: other.url, isManual: true },
      )
      expect(error).toContain('Failed to complete negotiation with the server')
      expect(other.journal.all('connected')).toEqual([])
    },
    { environments: ['Chromium'], tolerates: /CORS|Failed to|Error from HTTP request/ },
  )
})
