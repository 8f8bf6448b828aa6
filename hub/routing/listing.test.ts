import { expect, it } from 'vitest'
import { BackplaneDisconnected, type BackplaneState, defineHub, memoryBackplane } from '../hub.ts'
import { RawClient } from '../testing/raw-client.ts'
import { openHubServer } from '../testing/serve-hub.ts'
import { serveHubOnBackplane } from '../testing/server-on-backplane.ts'

const byId = <T extends { connectionId: string }>(clients: T[]) =>
  clients.sort((a, b) => (a.connectionId < b.connectionId ? -1 : 1))

/** A client in a list. The clock of a test begins at 1,000,000. */
const here = (connectionId: string) => ({
  connectionId,
  processId: expect.any(String),
  connectedAt: 1_000_000,
  transport: 'WebSockets',
  data: {},
})

/** The answer of `list()`. */
const answer = (clients: unknown[], silentProcesses: number) => ({
  clients,
  processIds: expect.any(Array),
  silentProcesses,
})

it('list() returns the clients of a target in all processes, but no clients of a process that has closed', async () => {
  const backplane = memoryBackplane()
  const [one, other] = [await serveHubOnBackplane(backplane), await serveHubOnBackplane(backplane)]
  const [ann, bob, bea] = [await one.connect('ann'), await other.connect('ann'), await other.connect()]
  for (const { id } of [ann, bea]) await one.context.groups.add(id, 'room')
  const { clients } = one.context
  const listed = [ann, bob].map(({ id }) => ({ ...here(id), userId: 'ann' }))
  expect(await clients.user('ann').list()).toEqual(answer(listed, 0))
  const everybody = await clients.all.list()
  expect(new Set(everybody.clients.map(({ processId }) => processId))).toEqual(new Set(everybody.processIds))
  expect(everybody.processIds).toHaveLength(2)
  expect((await other.context.clients.local.list()).processIds).toEqual(everybody.processIds.slice(1))
  expect(byId(everybody.clients)).toEqual(byId([...listed, here(bea.id)]))
  expect((await clients.groupExcept('room', [ann.id]).list()).clients).toEqual([here(bea.id)])
  expect((await clients.groups(['room', 'room']).list()).clients).toHaveLength(2)
  await other.close()
  expect(await clients.all.list()).toEqual(answer([listed[0]], 0))
})

it('list() waits 2 s for a process that does not answer, and counts it as silent for the next minute', async () => {
  const backplane = memoryBackplane()
  const [one, other] = [await serveHubOnBackplane(backplane), await serveHubOnBackplane(backplane)]
  const { id } = await other.connect()
  const { publish } = backplane
  // The answers of the other process are lost.
  backplane.publish = async () => {}
  const listing = one.context.clients.all.list()
  one.clock.advance(1_999)
  let isListed = false
  void listing.then(() => {
    isListed = true
  })
  await new Promise(setImmediate)
  expect(isListed).toBe(false)
  one.clock.advance(1)
  const found = await listing
  expect(found).toEqual(answer([], 1))
  expect(found.processIds).toHaveLength(1)
  expect(await one.context.clients.all.list()).toEqual(answer([], 1))
  one.clock.advance(60_000)
  expect(await one.context.clients.all.list()).toEqual(answer([], 0))
  backplane.publish = publish
  await other.context.clients.all.send('told', 'here again')
  expect(await one.context.clients.all.list()).toEqual(answer([here(id)], 0))
})

it('list() and disconnect() of the local clients do not need the other processes, even while the backplane is disconnected', async () => {
  const backplane = memoryBackplane()
  backplane.onChange = (listener) => listener('disconnected')
  const [one, other] = [await serveHubOnBackplane(backplane), await serveHubOnBackplane(backplane)]
  const [ann, bob] = [await one.connect('ann'), await other.connect('bob')]
  const { local } = one.context.clients
  const listed = { ...here(ann.id), userId: 'ann' }
  expect(await local.list()).toEqual(answer([listed], 0))
  expect(await one.context.clients.client(ann.id).list()).toEqual(answer([listed], 0))
  await local.disconnect()
  expect(await ann.client.ended()).toEqual([{ type: 7 }])
  expect((await other.context.clients.local.list()).clients).toEqual([{ ...here(bob.id), userId: 'bob' }])
})

it('when the backplane has never connected, list() counts at least one silent process', async () => {
  const backplane = memoryBackplane()
  backplane.onChange = (listener) => listener('disconnected')
  const { context, connect } = await serveHubOnBackplane(backplane)
  const { id } = await connect()
  expect(await context.clients.all.list()).toEqual(answer([here(id)], 1))
})

it('while the backplane is disconnected, list() counts all other processes as silent, and disconnect() rejects', async () => {
  const backplane = memoryBackplane()
  const changes: ((state: BackplaneState) => void)[] = []
  backplane.onChange = (listener) => void changes.push(listener)
  const [one, other] = [await serveHubOnBackplane(backplane), await serveHubOnBackplane(backplane)]
  const [ann, annFar] = [await one.connect('ann'), await other.connect('ann')]
  const all = one.context.clients.all
  expect((await all.list()).clients).toHaveLength(2)
  const { publish } = backplane
  backplane.publish = async () => {}
  for (const change of changes) change('disconnected')
  expect(await all.list()).toMatchObject({ clients: [{ connectionId: ann.id }], silentProcesses: 1 })
  await expect(one.context.clients.user('ann').disconnect()).rejects.toThrow(BackplaneDisconnected)
  expect(await ann.client.ended()).toEqual([{ type: 7 }])
  await expect(all.list()).resolves.toMatchObject({ clients: [] })
  await expect(one.context.clients.client(annFar.id).disconnect()).rejects.toThrow(BackplaneDisconnected)
  const bob = await one.connect('bob')
  await one.context.clients.client(bob.id).disconnect()
  backplane.publish = publish
  for (const change of changes) change('connected')
  await other.context.clients.all.send('told', 'here again')
  expect(await all.list()).toMatchObject({ clients: [{ connectionId: annFar.id }], silentProcesses: 0 })
})

it('list() returns the connection time, the transport and a copy of the data of the clients of all processes', async () => {
  const backplane = memoryBackplane()
  const [one, other] = [await serveHubOnBackplane(backplane), await serveHubOnBackplane(backplane)]
  other.clock.advance(5_000)
  const [ann, bob] = [await one.connect('ann'), await other.connect('bob')]
  const setName = async ({ client }: typeof ann, name: unknown) => {
    client.send({ type: 1, invocationId: 'set', target: 'setName', arguments: [name] })
    await client.atLeast(client.received.length + 1)
  }
  await setName(ann, 'Ann')
  await setName(bob, { first: 'Bob' })
  const { clients } = await one.context.clients.all.list()
  expect(clients).toEqual([
    { ...here(ann.id), userId: 'ann', data: { name: 'Ann' } },
    { ...here(bob.id), userId: 'bob', connectedAt: 1_005_000, data: { name: { first: 'Bob' } } },
  ])
  for (const { data } of clients) data.name = 'changed'
  expect((await one.context.clients.all.list()).clients.map(({ data }) => data)).toEqual([
    { name: 'Ann' },
    { name: { first: 'Bob' } },
  ])
})

it('when a process cannot encode the data of its clients, it reports the error and counts as silent', async () => {
  const backplane = memoryBackplane()
  const { context, clock } = await serveHubOnBackplane(backplane)
  const { origin, hubs, errors, contexts } = await openHubServer({ backplane })
  const hub = defineHub({
    onConnected(ctx) {
      ctx.data.run = () => {}
    },
  }).methods({})
  hubs.map('/hub', hub)
  await RawClient.connect(`${origin}/hub`)
  const sentence =
    /^The value ctx\.data\.run of the connection \S{22} cannot be sent to other processes: Unrecognized object: \[object Function\]$/
  // The process itself gets the same error, also when it is the only process.
  await expect(hubs.context(hub).clients.all.list()).rejects.toThrow(sentence)
  const listing = context.clients.all.list()
  await new Promise(setImmediate)
  clock.advance(2_000)
  expect(await listing).toEqual(answer([], 1))
  expect(errors).toEqual([expect.objectContaining({ name: 'TypeError', message: expect.stringMatching(sentence) })])
  expect(contexts).toEqual([{ hub: '/hub' }])
})

it('disconnect() ends all connections of a user in all processes, and tells the clients why and whether to reconnect', async () => {
  const backplane = memoryBackplane()
  const [one, other] = [await serveHubOnBackplane(backplane), await serveHubOnBackplane(backplane)]
  const [ann, annFar, bob] = [await one.connect('ann'), await other.connect('ann'), await other.connect('bob')]
  await one.context.clients.user('ann').disconnect({ reason: 'You have signed out.' })
  for (const { client } of [ann, annFar])
    expect(await client.ended()).toEqual([{ type: 7, error: 'You have signed out.' }])
  await one.context.clients.client(bob.id).disconnect({ allowReconnect: true })
  expect(await bob.client.ended()).toEqual([{ type: 7, allowReconnect: true }])
  expect(await one.context.clients.all.list()).toEqual(answer([], 0))
})

it('invoke() of an unknown client rejects after 2 s, even when the timeout of the call is longer', async () => {
  const { context, clock } = await serveHubOnBackplane(memoryBackplane())
  const asking = context.clients.client('nobody').invoke('confirm', ['?'], { timeoutMs: 60_000 })
  const refused = expect(asking).rejects.toMatchObject({
    code: 'client-result-failed',
    message: "The client nobody gave no result for 'confirm': No process had the client within 2000 ms.",
  })
  clock.advance(2_000)
  await refused
})

it('invoke() rejects at once when an argument cannot be encoded for another process', async () => {
  const { context } = await serveHubOnBackplane(memoryBackplane())
  const asking = context.clients.client('nobody').invoke('confirm', [(() => {}) as never], { timeoutMs: 60_000 })
  await expect(asking).rejects.toMatchObject({
    code: 'client-result-failed',
    message: expect.stringContaining('Function'),
  })
})

it('close() reports an error of the backplane, and still closes the hub server', async () => {
  const backplane = memoryBackplane()
  const { errors, close } = await serveHubOnBackplane(backplane)
  backplane.publish = () => Promise.reject(new Error('broken'))
  await close()
  expect(errors).toEqual([new Error('broken')])
})

it('invoke() waits for the client of another process for longer than 2 s', async () => {
  const backplane = memoryBackplane()
  const [one, other] = [await serveHubOnBackplane(backplane), await serveHubOnBackplane(backplane)]
  const { client, id } = await other.connect()
  const asking = one.context.clients.client(id).invoke('confirm', ['?'], { timeoutMs: 60_000 })
  const [question] = await client.atLeast(1)
  one.clock.advance(59_000)
  client.send({ type: 3, invocationId: question?.invocationId, result: true })
  expect(await asking).toBe(true)
})
