import { once } from 'node:events'
import { expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { type ClientConnection, ClientResultFailed, defineHub } from '../hub.ts'
import { Inbox } from '../testing/inbox.ts'
import { RawClient } from '../testing/raw-client.ts'
import { createCallMessage, openHubServer, serveHub } from '../testing/serve-hub.ts'

interface Client {
  told(value: unknown): void
  confirm(): boolean
}

const failing = new Inbox<Promise<unknown>>()

const hub = defineHub({ client: {} as Client }).methods({
  echo: (_ctx, value: unknown) => value,
  forget(ctx) {
    void ctx.clients.all.send('told', 1n)
    void ctx.clients.caller.invoke('confirm', [], { timeoutMs: 1_000 })
  },
  tell: (ctx) => ctx.clients.all.send('told', 1n),
  async tellAndWait(ctx) {
    await ctx.clients.all.send('told', 1n)
  },
  async tellLater(ctx) {
    const sent = ctx.clients.all.send('told', 1n)
    for (let turn = 0; turn < 5; turn++) await Promise.resolve()
    await Promise.all([sent, ctx.clients.all.send('told', 1n)])
  },
  tellTooLate(ctx) {
    failing.receive(ctx.clients.all.send('told', 1n))
  },
})

it('a rejected promise that a method does not await is reported to onError and does not end the process', async () => {
  const { url, clock, errors, contexts } = await serveHub(hub)
  const client = await RawClient.connect(url)
  client.send(createCallMessage('forget', '1'))
  expect(await client.atLeast(2)).toMatchObject([{ target: 'confirm' }, { invocationId: '1' }])
  expect(errors).toEqual([expect.objectContaining({ message: expect.stringContaining('BigInt') })])
  expect(contexts).toEqual([{ hub: '/hub', method: 'told' }])
  clock.advance(1_000)
  await client.settled()
  const text = `The client ${contexts[1]?.connectionId} gave no result for 'confirm': The client did not answer within 1000 ms.`
  expect(errors.slice(1)).toEqual([new ClientResultFailed(text, 'timed-out')])
  expect(contexts.slice(1)).toEqual([{ hub: '/hub', connectionId: expect.any(String), method: 'confirm' }])
})

it.each(['tell', 'tellAndWait', 'tellLater'])(
  'onError gets the error of a rejected promise only once when the method returns or awaits the promise: %s',
  async (name) => {
    const { url, errors, contexts } = await serveHub(hub)
    const client = await RawClient.connect(url)
    client.send(createCallMessage(name, '1'))
    expect((await client.atLeast(1))[0]?.error).toBe(`An unexpected error occurred invoking '${name}' on the server.`)
    await client.settled()
    expect(errors).toHaveLength(1)
    expect(contexts).toMatchObject([{ method: name }])
  },
)

it('after the error of a promise has been reported, the promise still rejects for code that awaits it later', async () => {
  const { url, errors } = await serveHub(hub)
  const client = await RawClient.connect(url)
  client.send(createCallMessage('tellTooLate', '1'))
  await client.atLeast(1)
  expect(errors).toHaveLength(1)
  await expect(failing.received[0]).rejects.toBe(errors[0])
})

it('a raw connection reports the error of a send() that nothing awaits', async () => {
  const { origin, hubs, errors } = await openHubServer()
  hubs.mapConnections('/raw', async (connection: ClientConnection) => {
    void connection.send({} as string)
    for await (const _ of connection) return
  })
  const client = new WebSocket(`${origin.replace('http', 'ws')}/raw`)
  await once(client, 'open')
  client.send('end')
  await once(client, 'close')
  expect(errors).toEqual([expect.any(TypeError)])
})
