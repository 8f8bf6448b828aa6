import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { HttpTransportType, type HubConnection, HubConnectionBuilder, LogLevel } from '@microsoft/signalr'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ListedClient } from '../hub.ts'
import { type CuttableLink, openCuttableLink } from '../testing/cuttable-link.ts'
import { Inbox } from '../testing/inbox.ts'
import { startPostgres } from '../testing/postgres-server.ts'
import { startRedis } from '../testing/redis-server.ts'
import { serveRoundRobinProxy } from '../testing/round-robin-proxy.ts'

/** One of the two server processes. `states` has the messages that it sends to the process of the test. */
interface Host {
  port: number
  url: string
  states: Inbox<string>
}

interface Listener {
  connection: HubConnection
  id: string
  heard: Inbox<string>
}

/** Functions that stop the started servers and clients. They run in reverse order. */
const down: (() => unknown)[] = []

async function startHost(kind: string, url: string): Promise<Host> {
  const child = fork(fileURLToPath(new URL('../testing/backplane-host.ts', import.meta.url)), [kind, url])
  down.push(() => child.kill())
  const states = new Inbox<string>()
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`A host ended with ${code}.`)
  })
  const port = new Promise<number>((resolve) => {
    child.on('message', (message) => (typeof message === 'number' ? resolve(message) : states.receive(String(message))))
  })
  await Promise.race([states.atLeast(1), ended])
  ended.catch(() => {})
  return { port: await port, url: `http://127.0.0.1:${await port}/hub`, states }
}

async function listen(
  { url, transport = HttpTransportType.WebSockets }: { url: string; transport?: HttpTransportType },
  user: string,
): Promise<Listener> {
  const connection = new HubConnectionBuilder()
    .withUrl(url, { transport, accessTokenFactory: () => user })
    .configureLogging(LogLevel.None)
    .build()
  const heard = new Inbox<string>()
  connection.on('heard', heard.receive)
  connection.on('whoAreYou', () => `${user} of ${url}`)
  await connection.start()
  down.push(() => connection.stop())
  return { connection, id: connection.connectionId ?? '', heard }
}

describe.each([
  ['Redis', 'redis', startRedis],
  ['Postgres', 'postgres', startPostgres],
] as const)('two processes that are linked by %s', (_, kind, startServer) => {
  let link: CuttableLink
  let near: Host
  let far: Host
  let ann: Listener
  let bob: Listener
  let annFar: Listener
  let bea: Listener
  let everybody: Listener[]

  beforeAll(async () => {
    const server = await startServer()
    down.push(() => server.stop())
    link = await openCuttableLink(server.url)
    down.push(() => link.close())
    ;[near, far] = await Promise.all([startHost(kind, link.url), startHost(kind, link.url)])
    everybody = [ann, bob] = [await listen(near, 'ann'), await listen(near, 'bob')]
    ;[annFar, bea] = [await listen(far, 'ann'), await listen(far, 'bea')]
    everybody.push(annFar, bea)
    for (const { connection } of [ann, annFar, bea]) await connection.invoke('join', 'room')
  }, 90_000)

  afterAll(async () => {
    for (const take of down.splice(0).reverse()) await take()
  })

  /**
   * Makes the calls. Returns the messages that each of the four clients received. Each process then sends one last
   * message. A client that has received both last messages has received all earlier messages, because the messages of a
   * process arrive in order.
   */
  async function hearing(calls: () => Promise<unknown>): Promise<Record<string, string[]>> {
    for (const { heard } of everybody) heard.received.length = 0
    await calls()
    for (const [from, word] of [
      [bob, 'end near'],
      [bea, 'end far'],
    ] as const) {
      await from.connection.invoke('tellAll', word, [])
    }
    const isHeard = ({ heard }: Listener) => ['end near', 'end far'].every((word) => heard.received.includes(word))
    for (const listener of everybody) {
      for (let count = 2; !isHeard(listener); count++) await listener.heard.atLeast(count)
    }
    const words = ({ heard }: Listener) => heard.received.filter((word) => !word.startsWith('end'))
    return { ann: words(ann), bob: words(bob), annFar: words(annFar), bea: words(bea) }
  }

  it('[hub 48] a message to a group reaches each member in both processes once', async () => {
    const tell = () => bob.connection.invoke('tellGroup', 'hello', 'room', [])
    expect(await hearing(tell)).toEqual({ ann: ['hello'], bob: [], annFar: ['hello'], bea: ['hello'] })
  })

  it('[hub 48] a message does not reach the excepted clients in either process', async () => {
    const tell = async () => {
      await bob.connection.invoke('tellGroup', 'hello', 'room', [ann.id, bea.id])
      await bea.connection.invoke('tellAll', 'bye', [bob.id, annFar.id])
      await ann.connection.invoke('tellOthers', 'me')
    }
    expect(await hearing(tell)).toEqual({ ann: ['bye'], bob: ['me'], annFar: ['hello', 'me'], bea: ['bye', 'me'] })
  })

  it('[hub 48] a message to a user or to a connection reaches exactly the clients of this target in both processes', async () => {
    const tell = async () => {
      await bob.connection.invoke('tellUser', 'you', 'ann')
      await bob.connection.invoke('tellClient', 'only you', bea.id)
      await bob.connection.invoke('tellClient', 'nobody', 'no such client')
    }
    expect(await hearing(tell)).toEqual({ ann: ['you'], bob: [], annFar: ['you'], bea: ['only you'] })
  })

  it('many small and large messages arrive in order in both processes', async () => {
    const texts = Array.from({ length: 300 }, (_, at) => `${at} ${'x'.repeat(at % 50 === 0 ? 20_000 : 10)}`)
    const tell = () => Promise.all(texts.map((text) => bob.connection.invoke('tellGroup', text, 'room', [])))
    const { ann: heardNear, annFar: heardFar } = await hearing(tell)
    expect(heardNear).toEqual(texts)
    expect(heardFar).toEqual(texts)
  })

  it('a call to a client of the other process returns the result of the client', async () => {
    expect(await bob.connection.invoke('ask', bea.id, 10_000)).toBe(`bea of ${far.url}`)
    const missing = bob.connection.invoke('ask', 'no such client', 100)
    await expect(missing).rejects.toThrow('did not answer within 100 ms')
  })

  it('a message to several groups reaches a client only once, even when the client is in more than one of them', async () => {
    for (const { connection } of [annFar, bob]) await connection.invoke('join', 'attic')
    const tell = () => bea.connection.invoke('tellGroups', 'up here', ['room', 'attic', 'nowhere'])
    expect(await hearing(tell)).toEqual({ ann: ['up here'], bob: ['up here'], annFar: ['up here'], bea: ['up here'] })
  })

  it('a process lists the members of a group in both processes', async () => {
    const { clients, silentProcesses } = await bob.connection.invoke('list', 'room', 10_000)
    expect(silentProcesses).toBe(0)
    expect(clients.map(({ connectionId }: ListedClient) => connectionId).sort()).toEqual(
      [ann.id, annFar.id, bea.id].sort(),
    )
    expect(clients).toContainEqual({
      connectionId: bea.id,
      processId: expect.any(String),
      userId: 'bea',
      connectedAt: expect.any(Number),
      transport: 'WebSockets',
      data: {},
    })
  })

  it('a process disconnects all connections of a user in both processes', async () => {
    const listeners = [await listen(near, 'dan'), await listen(far, 'dan')]
    // A process answers the first call of a client only after it has subscribed to the messages for the client's user.
    for (const { connection } of listeners) await connection.invoke('join', 'attic')
    const closed = listeners.map(
      ({ connection }) => new Promise<Error | undefined>((resolve) => connection.onclose(resolve)),
    )
    await bob.connection.invoke('disconnectUser', 'dan')
    expect(await Promise.all(closed)).toEqual([undefined, undefined])
  })

  it('a process can add a client of the other process to a group and remove the client again', async () => {
    await bea.connection.invoke('join', 'cellar', bob.id)
    const tell = () => bea.connection.invoke('tellGroup', 'down here', 'cellar', [])
    expect(await hearing(tell)).toMatchObject({ bob: ['down here'], ann: [] })
    await bea.connection.invoke('leave', 'cellar', bob.id)
    expect(await hearing(tell)).toMatchObject({ bob: [], ann: [] })
  })

  it.each([
    ['server-sent events', HttpTransportType.ServerSentEvents],
    ['long polling', HttpTransportType.LongPolling],
    ['WebSockets', HttpTransportType.WebSockets],
  ])(
    'a client that uses %s connects and calls methods when its requests go to the two processes alternately',
    async (_, transport) => {
      const { url } = await serveRoundRobinProxy([near, far].map(({ port }) => `http://127.0.0.1:${port}`))
      const cleo = await listen({ url, transport }, 'cleo')
      for (const text of ['one', 'x'.repeat(20_000), 'three']) await cleo.connection.invoke('tellUser', text, 'cleo')
      expect(await cleo.heard.atLeast(3)).toEqual(['one', 'x'.repeat(20_000), 'three'])
      await cleo.connection.stop()
    },
  )

  it('while the backplane is disconnected, a process sends to its own clients only; later it sends to all clients', async () => {
    const [nearStates, farStates] = [near.states, far.states]
    const before = nearStates.received.length
    expect(nearStates.received).toEqual(farStates.received)
    link.cut()
    expect((await nearStates.atLeast(before + 1)).at(-1)).toBe('disconnected')
    expect((await farStates.atLeast(before + 1)).at(-1)).toBe('disconnected')
    const heardBefore = annFar.heard.received.length
    ann.heard.received.length = 0
    await bob.connection.invoke('tellGroup', 'alone', 'room', [])
    expect(await ann.heard.atLeast(1)).toEqual(['alone'])
    const alone = await bob.connection.invoke('list', 'room', 100)
    expect(alone).toMatchObject({ clients: [{ connectionId: ann.id }], silentProcesses: 1 })
    link.mend()
    expect((await nearStates.atLeast(before + 2)).at(-1)).toBe('connected')
    expect((await farStates.atLeast(before + 2)).at(-1)).toBe('connected')
    expect(annFar.heard.received.slice(heardBefore)).toEqual([])
    const tell = () => bob.connection.invoke('tellGroup', 'together', 'room', [])
    expect(await hearing(tell)).toEqual({ ann: ['together'], bob: [], annFar: ['together'], bea: ['together'] })
    expect(nearStates.received).toHaveLength(before + 2)
    // After the reconnect, each process knows the other process again. So `list` counts no process as silent.
    const { clients, silentProcesses } = await bob.connection.invoke('list', 'room', 10_000)
    expect([clients.length, silentProcesses]).toEqual([3, 0])
  })
})
