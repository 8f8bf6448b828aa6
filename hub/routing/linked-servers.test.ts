import { createServer } from 'node:http'
import { describe, expect, it } from 'vitest'
import {
  attachHubServer,
  BackplaneDisconnected,
  type BackplaneState,
  defineHub,
  HubError,
  memoryBackplane,
} from '../hub.ts'
import { createFakeClock } from '../testing/fake-clock.ts'
import { RawClient } from '../testing/raw-client.ts'
import { openHubServer, serveHub } from '../testing/serve-hub.ts'
import { serveHubOnBackplane, type TestClientMethods } from '../testing/server-on-backplane.ts'

const heard = (client: RawClient) => client.received.map((message) => (message.arguments as unknown[])[0])

describe('two hub servers on one memory backplane', () => {
  it('a message reaches each client of its target on both servers once', async () => {
    const backplane = memoryBackplane()
    const [one, other] = [await serveHubOnBackplane(backplane), await serveHubOnBackplane(backplane)]
    const [ann, bob, bea] = [await one.connect('ann'), await other.connect('bob'), await other.connect('ann')]
    await one.context.groups.add(bob.id, 'room')
    await one.context.groups.add(ann.id, 'room')
    const { clients } = one.context
    await clients.all.send('told', 'all')
    await clients.allExcept([bob.id]).send('told', 'not bob')
    await clients.group('room').send('told', 'room')
    await clients.groupExcept('room', [ann.id]).send('told', 'room but ann')
    await clients.user('ann').send('told', 'ann')
    await clients.users(['ann', 'bob', 'ann']).send('told', 'both')
    await clients.client(bob.id).send('told', 'only bob')
    await clients.clients([ann.id, bob.id]).send('told', 'two')
    await one.context.groups.add(bob.id, 'lobby')
    await clients.groups(['room', 'lobby', 'room', 'nobody']).send('told', 'rooms')
    for (const target of [clients.allExcept(bob.id), clients.users('ann')]) await target.send('told', 'one name')
    await one.context.groups.remove(bob.id, 'room')
    await clients.group('room').send('told', 'room again')
    await clients.local.send('told', 'local')
    await clients.all.send('told', 'end')
    for (const { client } of [ann, bob, bea]) {
      for (let count = 1; heard(client).at(-1) !== 'end'; count++) await client.atLeast(count)
    }
    expect(heard(ann.client)).toEqual([
      'all',
      'not bob',
      'room',
      'ann',
      'both',
      'two',
      'rooms',
      'one name',
      'one name',
      'room again',
      'local',
      'end',
    ])
    expect(heard(bob.client)).toEqual(['all', 'room', 'room but ann', 'both', 'only bob', 'two', 'rooms', 'end'])
    expect(heard(bea.client)).toEqual(['all', 'not bob', 'ann', 'both', 'one name', 'one name', 'end'])
    expect([...one.errors, ...other.errors]).toEqual([])
  })

  it('groups.add() of each member of a new group waits until the group is active in the backplane', async () => {
    const memory = memoryBackplane()
    const activation = Promise.withResolvers<void>()
    const backplane: typeof memory = {
      ...memory,
      async subscribe(topic, receive) {
        if (topic.endsWith('group:room')) await activation.promise
        return memory.subscribe(topic, receive)
      },
    }
    const [one, other] = [await serveHubOnBackplane(backplane), await serveHubOnBackplane(memory)]
    const [ann, bob] = [await one.connect('ann'), await one.connect('bob')]
    const added: string[] = []
    const additions = [ann, bob].map(({ id }) => one.context.groups.add(id, 'room').then(() => added.push(id)))
    await new Promise(setImmediate)
    expect(added).toEqual([])
    activation.resolve()
    await Promise.all(additions)
    await other.context.clients.group('room').send('told', 'hat')
    for (const { client } of [ann, bob]) expect(await client.atLeast(1)).toMatchObject([{ arguments: ['hat'] }])
  })

  it('a message with big integers, dates and bytes reaches the clients of the other server', async () => {
    const backplane = memoryBackplane()
    const json = {
      replacer: (_key: string, value: unknown) => (typeof value === 'bigint' ? `${value}` : value),
    }
    const [one, other] = [
      await serveHubOnBackplane(backplane, { json }),
      await serveHubOnBackplane(backplane, { json }),
    ]
    const { client } = await other.connect()
    const values = { big: 2n ** 62n, number: 2 ** 40, at: new Date(0), bytes: Uint8Array.of(1, 2) }
    await one.context.clients.all.send('told', values as never)
    await client.atLeast(1)
    expect(heard(client)).toEqual([
      { big: String(2n ** 62n), number: 2 ** 40, at: '1970-01-01T00:00:00.000Z', bytes: 'AQI=' },
    ])
  })

  it('a property whose value is undefined is left out on both servers', async () => {
    const backplane = memoryBackplane()
    const [one, other] = [await serveHubOnBackplane(backplane), await serveHubOnBackplane(backplane)]
    const [near, far] = [await one.connect(), await other.connect()]
    await one.context.clients.all.send('told', { text: 'hat', note: undefined } as never)
    for (const { client } of [near, far]) {
      await client.atLeast(1)
      expect(heard(client)).toEqual([{ text: 'hat' }])
      expect(Object.keys(heard(client)[0] as object)).toEqual(['text'])
    }
  })

  it('a message that cannot be sent to the other server reaches no client', async () => {
    const backplane = memoryBackplane()
    const [one, other] = [await serveHubOnBackplane(backplane), await serveHubOnBackplane(backplane)]
    const [near, far] = [await one.connect(), await other.connect()]
    const unsent = one.context.clients.all.send('told', { text: 'hat', wear: () => {} } as never)
    await expect(unsent).rejects.toThrow('Unrecognized object: [object Function]')
    await one.context.clients.all.send('told', 'end')
    for (const { client } of [near, far]) {
      await client.atLeast(1)
      expect(heard(client)).toEqual(['end'])
    }
  })

  it('a call to a client of the other server returns the result or the error of the client', async () => {
    const backplane = memoryBackplane()
    const [one, other] = [await serveHubOnBackplane(backplane), await serveHubOnBackplane(backplane)]
    const { client, id } = await other.connect()
    const asking = one.context.clients.client(id).invoke('confirm', ['Sure?'], { timeoutMs: 5_000 })
    const [question] = await client.atLeast(1)
    expect(question).toMatchObject({ type: 1, target: 'confirm', arguments: ['Sure?'] })
    client.send({ type: 3, invocationId: question?.invocationId, result: true })
    expect(await asking).toBe(true)
    const again = one.context.clients.client(id).invoke('confirm', ['Really?'], { timeoutMs: 5_000 })
    const [, second] = await client.atLeast(2)
    client.send({ type: 3, invocationId: second?.invocationId, error: 'Who knows.' })
    await expect(again).rejects.toMatchObject({
      code: 'client-result-failed',
      message: `The client ${id} gave no result for 'confirm': Who knows.`,
    })
  })

  it('a call to an unknown client is rejected after its timeout, or when the caller aborts the call', async () => {
    const { context, clock } = await serveHubOnBackplane(memoryBackplane())
    const nobody = context.clients.client('nobody')
    const late = nobody.invoke('confirm', ['?'], { timeoutMs: 1_000 })
    const asserted = expect(late).rejects.toThrow('The client did not answer within 1000 ms.')
    clock.advance(1_000)
    await asserted
    const controller = new AbortController()
    const left = nobody.invoke('confirm', ['?'], { timeoutMs: 1_000, signal: controller.signal })
    controller.abort()
    await expect(left).rejects.toThrow('The call was given up.')
    const never = nobody.invoke('confirm', ['?'], { timeoutMs: 1_000, signal: AbortSignal.abort() })
    await expect(never).rejects.toThrow('The call was given up.')
    const joining = context.groups.add('nobody', 'room')
    clock.advance(5_000)
    await joining
  })

  it('a server reports an error when it cannot decode a message of another server', async () => {
    const backplane = memoryBackplane()
    const { errors } = await serveHubOnBackplane(backplane)
    await backplane.publish('/hub:all', Buffer.from([0xc1]))
    expect(errors).toHaveLength(1)
  })

  it('a server reports each outage of the backplane once to onBackplane, and once to onError with the cause', async () => {
    const backplane = Object.assign(memoryBackplane(), { name: 'Pigeons' })
    const listeners: Parameters<typeof backplane.onChange>[0][] = []
    backplane.onChange = (listener) => void listeners.push(listener)
    const states: BackplaneState[] = []
    const { hubs, errors, contexts } = await openHubServer({ backplane, onBackplane: (state) => states.push(state) })
    for (const path of ['/one', '/two']) hubs.map(path, defineHub().methods({}))
    const cause = new Error('Connection refused')
    for (const listener of listeners) listener('disconnected', cause)
    for (const listener of listeners) listener('connected')
    expect(states).toEqual(['disconnected', 'connected'])
    expect(errors).toEqual([expect.any(BackplaneDisconnected)])
    expect(errors).toMatchObject([{ cause }])
    for (const listener of listeners) listener('disconnected')
    expect(errors.map((error) => Object.hasOwn(error as Error, 'cause'))).toEqual([true, false])
    expect(contexts).toEqual([{ backplane: 'Pigeons' }, { backplane: 'Pigeons' }])
  })
})

describe('a hub server without a backplane', () => {
  it('rejects calls to an unknown client', async () => {
    const hub = defineHub({ client: {} as TestClientMethods }).methods({})
    const server = createServer()
    const hubs = attachHubServer(server, { clock: createFakeClock() })
    hubs.map('/hub', hub)
    const { clients, groups } = hubs.context(hub)
    await groups.add('nobody', 'room')
    await clients.group('room').send('told', 'nothing')
    const asking = clients.client('nobody').invoke('confirm', ['?'], { timeoutMs: 1_000 })
    await expect(asking).rejects.toThrow('There is no such client.')
    await hubs.close()
  })

  it('[hub 61] a call in onConnected that waits for a result of the client rejects at once', async () => {
    const failures: unknown[] = []
    const hub = defineHub({
      client: {} as TestClientMethods,
      onConnected: (ctx) =>
        ctx.clients.caller.invoke('confirm', ['?'], { timeoutMs: 60_000 }).catch((error) => failures.push(error)),
    }).methods({ echo: (_ctx, value: unknown) => value })
    const { url } = await serveHub(hub)
    const client = await RawClient.connect(url)
    await client.settled()
    expect(failures).toMatchObject([
      {
        code: 'client-result-failed',
        message: expect.stringMatching(/'confirm': A client returns results only after onConnected has ended\.$/),
      },
    ])
    expect(client.received).toEqual([])
  })

  it('closes a connection with the message of the HubError that onConnected throws', async () => {
    const hub = defineHub({
      onConnected() {
        throw new HubError('We are closed.')
      },
    }).methods({})
    const { url, errors } = await serveHub(hub)
    const client = await RawClient.connect(url)
    expect(await client.ended()).toEqual([
      { type: 7, error: 'Connection closed with an error. HubException: We are closed.' },
    ])
    expect(errors).toEqual([])
  })
})
