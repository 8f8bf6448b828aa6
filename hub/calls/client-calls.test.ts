import { EventEmitter, on, once } from 'node:events'
import { expect, it } from 'vitest'
import { defineHub, method } from '../hub.ts'
import { Journal } from '../testing/journal.ts'
import { encodeMessages, RawClient } from '../testing/raw-client.ts'
import { createCallMessage, serveHub } from '../testing/serve-hub.ts'

type Items = AsyncIterable<unknown>

const streamCall = (target: string, invocationId: string) => ({ ...createCallMessage(target, invocationId), type: 4 })
const failure = (invocationId: string, error: string) => ({ type: 3, invocationId, error })
const unexpected = (method: string, why: string) =>
  `An unexpected error occurred invoking '${method}' on the server. HubException: ${why}`

it('answers a call with an error when its result cannot be encoded, and answers the next call', async () => {
  const { url, errors } = await serveHub(defineHub().methods({ big: () => 1n, small: () => 1 }))
  const client = await RawClient.connect(url)
  client.send(createCallMessage('big', '1'), createCallMessage('small', '2'))
  expect(await client.atLeast(2)).toEqual([
    failure('1', 'An error occurred on the server while writing the result.'),
    { type: 3, invocationId: '2', result: 1 },
  ])
  expect(errors).toEqual([expect.any(TypeError)])
})

it('answers a call with an error when its invocation id or a stream id is already in use', async () => {
  const hub = defineHub().methods({
    wait: () => new Promise(() => {}),
    take: method({ uploads: 1 }, (_ctx, ..._items: [Items]) => new Promise(() => {})),
    takeTwo: method({ uploads: 2 }, (_ctx, ..._items: [Items, Items]) => new Promise(() => {})),
  })
  const { url } = await serveHub(hub, { limits: { parallelInvocations: 5 } })
  const client = await RawClient.connect(url)
  client.send(createCallMessage('wait', '1'), createCallMessage('wait', '1'), createCallMessage('take', '2', ['a']))
  client.send(createCallMessage('take', '3', ['a']), createCallMessage('takeTwo', '4', ['b', 'b']))
  expect(await client.atLeast(3)).toEqual([
    failure('1', unexpected('wait', "Invocation ID '1' is already in use.")),
    failure('3', unexpected('take', "Stream ID 'a' is already in use.")),
    failure('4', unexpected('takeTwo', "Stream ID 'b' is already in use.")),
  ])
})

it('answers a stream call with an error when the client already has the allowed number of streams', async () => {
  const hub = defineHub().methods({
    quiet: method({ streams: true }, async function* () {
      await new Promise(() => {})
      yield 1
    }),
  })
  const { url } = await serveHub(hub, { limits: { streams: 2 } })
  const client = await RawClient.connect(url)
  client.send(streamCall('quiet', '1'), streamCall('quiet', '2'), streamCall('quiet', '3'))
  expect(await client.atLeast(1)).toEqual([failure('3', unexpected('quiet', 'A client can have 2 streams at a time.'))])
  client.send({ type: 5, invocationId: '1' }, streamCall('quiet', '4'), streamCall('quiet', '5'))
  expect((await client.atLeast(3)).slice(1)).toEqual([
    { type: 3, invocationId: '1' },
    failure('5', unexpected('quiet', 'A client can have 2 streams at a time.')),
  ])
})

it('ends a stream with an error when an item cannot be encoded, and closes the iterator', async () => {
  const journal = new Journal()
  const hub = defineHub().methods({
    items: method({ streams: true }, function* () {
      try {
        yield 1
        yield 2n
        yield 3
      } finally {
        journal.note('closed')
      }
    }),
    none: method({ streams: true }, () => undefined as unknown as Iterable<unknown>),
  })
  const { url, errors } = await serveHub(hub)
  const client = await RawClient.connect(url)
  const failed = 'An error occurred on the server while streaming results.'
  client.send(streamCall('items', '1'))
  expect(await client.atLeast(2)).toEqual([{ type: 2, invocationId: '1', item: 1 }, failure('1', failed)])
  await journal.seen('closed')
  client.send(streamCall('none', '2'))
  expect((await client.atLeast(3)).at(-1)).toEqual(failure('2', failed))
  expect(errors).toEqual([expect.any(TypeError), expect.any(TypeError)])
})

it('when a stream method throws while its stream is being cancelled, onError gets the error', async () => {
  const journal = new Journal()
  const hub = defineHub().methods({
    stubborn: method({ streams: true }, async function* (ctx) {
      try {
        yield 1
        await new Promise<void>((resolve) => ctx.signal.addEventListener('abort', () => resolve()))
        yield 2
      } finally {
        journal.note('closing')
        // biome-ignore lint/correctness/noUnsafeFinally: the subject of this test
        throw new Error('It does not want to.')
      }
    }),
  })
  const { url, errors } = await serveHub(hub)
  const client = await RawClient.connect(url)
  client.send(streamCall('stubborn', '1'))
  await client.atLeast(1)
  client.send({ type: 5, invocationId: '1' })
  expect((await client.atLeast(2)).at(-1)).toEqual({ type: 3, invocationId: '1' })
  await journal.seen('closing')
  await new Promise(setImmediate)
  expect(errors).toEqual([new Error('It does not want to.')])
})

it('closes the iterator of a stream that the client cancels before the method returns the iterator', async () => {
  const journal = new Journal()
  const emitter = new EventEmitter()
  const hub = defineHub().methods({
    ticks: method({ streams: true }, async () => {
      journal.note('called')
      await journal.seen('cancelled')
      const ticks = on(emitter, 'tick')
      journal.note('listeners', emitter.listenerCount('tick'))
      return ticks
    }),
  })
  const { url, errors } = await serveHub(hub)
  const client = await RawClient.connect(url)
  client.send(streamCall('ticks', '1'))
  await journal.seen('called')
  client.send({ type: 5, invocationId: '1' })
  expect(await client.atLeast(1)).toEqual([{ type: 3, invocationId: '1' }])
  journal.note('cancelled')
  expect(await journal.seen('listeners')).toEqual([1])
  await new Promise(setImmediate)
  expect(emitter.listenerCount('tick')).toBe(0)
  expect(errors).toEqual([])
})

it('with detailedErrors, the client gets the text when a method throws a text instead of an error', async () => {
  const hub = defineHub().methods({
    odd() {
      throw 'a string'
    },
  })
  const { url } = await serveHub(hub, { detailedErrors: true })
  const client = await RawClient.connect(url)
  client.send(createCallMessage('odd', '1'))
  expect(await client.atLeast(1)).toEqual([
    failure('1', "An unexpected error occurred invoking 'odd' on the server. a string"),
  ])
})

it('rejects a call to a client when the arguments of the call cannot be encoded', async () => {
  const journal = new Journal()
  const hub = defineHub().methods({
    ask: (ctx) =>
      ctx.clients.caller.invoke('confirm', [1n], { timeoutMs: 1_000 }).catch((error) => journal.note('failed', error)),
  })
  const { url } = await serveHub(hub)
  const client = await RawClient.connect(url)
  client.send(createCallMessage('ask', '1'))
  expect(await journal.seen('failed')).toEqual([expect.any(TypeError)])
})

it('runs onDisconnected after onConnected when the client disconnects during onConnected', async () => {
  const journal = new Journal()
  let welcome = () => {}
  const welcomed = new Promise<void>((resolve) => {
    welcome = resolve
  })
  const hub = defineHub({
    async onConnected(ctx) {
      journal.note('welcoming', ctx.signal.aborted)
      ctx.signal.addEventListener('abort', () => journal.note('gone'))
      await welcomed
    },
    onDisconnected: (ctx, error) => journal.note('goodbye', { aborted: ctx.signal.aborted, error }),
  }).methods({})
  const { url } = await serveHub(hub)
  const client = await RawClient.connect(url)
  expect(await journal.seen('welcoming')).toEqual([false])
  client.webSocket.close()
  await journal.seen('gone')
  expect(journal.all('goodbye')).toEqual([])
  welcome()
  expect(await journal.seen('goodbye')).toEqual([{ aborted: true, error: undefined }])
})

it('gives an aborted signal to onDisconnected of a hub without onConnected', async () => {
  const journal = new Journal()
  const hub = defineHub({ onDisconnected: (ctx) => journal.note('aborted', ctx.signal.aborted) }).methods({})
  const { url } = await serveHub(hub)
  const client = await RawClient.connect(url)
  client.webSocket.close()
  expect(await journal.seen('aborted')).toEqual([true])
})

it('reads a call that arrives in two pieces when the first piece is larger than highWaterBytes', async () => {
  const { url } = await serveHub(defineHub().methods({ lengthOf: (_ctx, text: string) => text.length }), {
    limits: { highWaterBytes: 100 },
  })
  const client = await RawClient.connect(url)
  const call = encodeMessages({ type: 1, invocationId: '1', target: 'lengthOf', arguments: ['x'.repeat(1_000)] })
  client.webSocket.send(call.slice(0, 500))
  // The answer to the ping shows that the server has received the first piece.
  client.webSocket.ping()
  await once(client.webSocket, 'pong')
  client.webSocket.send(call.slice(500))
  expect(await client.atLeast(1)).toMatchObject([{ invocationId: '1', result: 1_000 }])
})

it('gives an aborted signal to a method that first reads ctx.signal after the cancellation', async () => {
  const journal = new Journal()
  const hub = defineHub().methods({
    late: method({ streams: true }, async function* (ctx) {
      yield 1
      await journal.seen('cancelled')
      journal.note('aborted', ctx.signal.aborted)
      yield 2
    }),
  })
  const { url } = await serveHub(hub)
  const client = await RawClient.connect(url)
  client.send(streamCall('late', '1'))
  await client.atLeast(1)
  client.send({ type: 5, invocationId: '1' })
  await client.atLeast(2)
  journal.note('cancelled')
  expect(await journal.seen('aborted')).toEqual([true])
})

it('runs a call only once when the client sends the call during onConnected and repeats it after a reconnect', async () => {
  const journal = new Journal()
  const hub = defineHub({
    async onConnected() {
      journal.note('welcoming')
      await journal.seen('welcome')
    },
  }).methods({
    add(_ctx, n: number) {
      journal.note('added', n)
    },
  })
  const { url } = await serveHub(hub, { statefulReconnect: true })
  const negotiated = await fetch(`${url}/negotiate?negotiateVersion=1&useStatefulReconnect=true`, { method: 'POST' })
  const { connectionToken } = (await negotiated.json()) as { connectionToken: string }
  const first = await RawClient.connect(`${url}?id=${connectionToken}`, { version: 2 })
  const add = (n: number) => ({ type: 1, target: 'add', arguments: [n] })
  first.webSocket.send(`${JSON.stringify(add(1))}\x1e${JSON.stringify(add(2)).slice(0, 9)}`)
  await journal.seen('welcoming')
  await first.delivered()
  first.webSocket.terminate()
  const second = await RawClient.open(`${url}?id=${connectionToken}`)
  second.send({ type: 9, sequenceId: 1 }, add(1), add(2), add(3))
  expect(await second.atLeast(1)).toEqual([{ type: 9, sequenceId: 1 }])
  journal.note('welcome')
  expect(await journal.seen('added', 3)).toEqual([1, 2, 3])
})

it('ends the uploads of a call when the call ends', async () => {
  const journal = new Journal()
  const hub = defineHub().methods({
    hasty: method({ uploads: 1 }, (_ctx, items: AsyncIterable<unknown>) => {
      const read = async () => {
        for await (const item of items) journal.note('item', item)
        journal.note('ended')
      }
      void read()
      return 'at once'
    }),
  })
  const { url } = await serveHub(hub)
  const client = await RawClient.connect(url)
  client.send(createCallMessage('hasty', '1', ['a']))
  expect(await client.atLeast(1)).toEqual([{ type: 3, invocationId: '1', result: 'at once' }])
  await journal.seen('ended')
  expect(journal.all('item')).toEqual([])
})

it('answers with the resolved value when a method returns a thenable that is not a Promise', async () => {
  // biome-ignore lint/suspicious/noThenProperty: the subject of this test
  const hub = defineHub().methods({ later: () => ({ then: (resolve: (value: number) => void) => resolve(7) }) })
  const { url } = await serveHub(hub)
  const client = await RawClient.connect(url)
  client.send(createCallMessage('later', '1'))
  expect(await client.atLeast(1)).toEqual([{ type: 3, invocationId: '1', result: 7 }])
})
