import { expect, expectTypeOf, it } from 'vitest'
import { UploadStream } from './calls/upload-stream.ts'
import { defineHub, HubError, type HubFilter, method } from './hub.ts'
import { Journal } from './testing/journal.ts'
import { RawClient } from './testing/raw-client.ts'
import { createCallMessage, serveHub } from './testing/serve-hub.ts'

const failed = (target: string, why: string) =>
  `An unexpected error occurred invoking '${target}' on the server. HubException: ${why}`
const notAllowed = (target: string) => failed(target, 'The user may not call this method.')

/** A filter that records when it begins and ends. */
function recording(journal: Journal, name: string): HubFilter {
  const around = async <T>(what: string, next: () => Promise<T>) => {
    journal.note(`${name} before ${what}`)
    const result = await next()
    journal.note(`${name} after ${what}`)
    return result
  }
  return {
    onConnected: (_ctx, next) => around('connecting', next),
    invokeMethod: ({ method }, next) => around(method, next),
    onDisconnected: (_ctx, _error, next) => around('disconnecting', next),
  }
}

it('filters run around the hooks and the methods of a hub, the first filter outermost', async () => {
  const journal = new Journal()
  const hub = defineHub({
    filters: [recording(journal, 'outer'), recording(journal, 'inner')],
    onConnected: () => journal.note('connecting'),
    onDisconnected: () => journal.note('disconnecting'),
  }).methods({
    add(_ctx, a: number, b: number) {
      journal.note('adding')
      return a + b
    },
  })
  const { url, errors } = await serveHub(hub)
  const client = await RawClient.connect(url)
  client.send({ type: 1, invocationId: '1', target: 'ADD', arguments: [1, 2] })
  expect(await client.atLeast(1)).toEqual([{ type: 3, invocationId: '1', result: 3 }])
  client.send({ type: 7 })
  await journal.seen('outer after disconnecting')
  const around = (what: string, core: string) => [
    `outer before ${what}`,
    `inner before ${what}`,
    core,
    `inner after ${what}`,
    `outer after ${what}`,
  ]
  expect(journal.order()).toEqual([
    ...around('connecting', 'connecting'),
    ...around('add', 'adding'),
    ...around('disconnecting', 'disconnecting'),
  ])
  expect(errors).toEqual([])
})

it('filters run even when the hub has no hooks, and a filter without invokeMethod does not change calls', async () => {
  const journal = new Journal()
  const filter: HubFilter = {
    onConnected(_ctx, next) {
      journal.note('connecting')
      return next()
    },
  }
  const { url } = await serveHub(defineHub({ filters: [filter] }).methods({ now: () => 1 }))
  const client = await RawClient.connect(url)
  client.send(createCallMessage('now', '1'))
  expect(await client.atLeast(1)).toMatchObject([{ result: 1 }])
  expect(journal.order()).toEqual(['connecting'])
})

it('a filter sees the parsed arguments with uploads, may replace the result, and may refuse the call', async () => {
  const seen: unknown[] = []
  const filter: HubFilter = {
    async invokeMethod({ ctx, method, args }, next) {
      seen.push([method, args, ctx.connectionId.length > 0])
      if (method === 'secret') throw new HubError('Not for you.')
      return [await next()]
    },
  }
  const hub = defineHub({ filters: [filter] }).methods({
    parsed: method({ parse: ([value]): [number] => [Number(value)] }, (_ctx, value) => value + 1),
    uploaded: method({ uploads: 1 }, async (_ctx, items: AsyncIterable<number>, name: string) => {
      for await (const item of items) seen.push(item)
      return name
    }),
    secret: () => seen.push('The secret method has run.'),
  })
  const { url } = await serveHub(hub)
  const client = await RawClient.connect(url)
  client.send({ type: 1, invocationId: '1', target: 'parsed', arguments: ['7'] })
  client.send({ type: 1, invocationId: '2', target: 'uploaded', arguments: ['x'], streamIds: ['s'] })
  client.send({ type: 2, invocationId: 's', item: 5 }, { type: 3, invocationId: 's' })
  client.send(createCallMessage('secret', '3'))
  const answers = await client.atLeast(3)
  expect(answers).toEqual(
    expect.arrayContaining([
      { type: 3, invocationId: '1', result: [8] },
      { type: 3, invocationId: '2', result: ['x'] },
      { type: 3, invocationId: '3', error: failed('secret', 'Not for you.') },
    ]),
  )
  expect(seen).toEqual(
    expect.arrayContaining([
      ['parsed', [7], true],
      ['uploaded', [expect.any(UploadStream), 'x'], true],
      ['secret', [], true],
      5,
    ]),
  )
  expect(seen).toHaveLength(4)
})

it('a filter sees every error of a method, but the client gets the message only of a HubError', async () => {
  const seen: unknown[] = []
  const filter: HubFilter = {
    async invokeMethod(_invocation, next) {
      try {
        return await next()
      } catch (error) {
        seen.push(error)
        throw error
      }
    },
  }
  const boom = new Error('The password is 1234.')
  const hub = defineHub({ filters: [filter] }).methods({
    boom() {
      throw boom
    },
  })
  const { url, errors } = await serveHub(hub)
  const client = await RawClient.connect(url)
  client.send(createCallMessage('boom', '1'))
  expect(await client.atLeast(1)).toMatchObject([
    { error: "An unexpected error occurred invoking 'boom' on the server." },
  ])
  expect([seen, errors]).toEqual([[boom], [boom]])
})

it('a filter that throws in onConnected refuses the client before onConnected of the hub runs', async () => {
  const journal = new Journal()
  const filter: HubFilter = {
    onConnected() {
      throw new HubError('The building is closed.')
    },
  }
  const hub = defineHub({ filters: [filter], onConnected: () => journal.note('connected') }).methods({})
  const { url } = await serveHub(hub)
  const client = await RawClient.connect(url)
  expect(await client.ended()).toEqual([
    { type: 7, error: 'Connection closed with an error. HubException: The building is closed.' },
  ])
  expect(journal.order()).toEqual([])
})

it('a filter can run or refuse a stream method, and the client can cancel the stream while the filter waits', async () => {
  const journal = new Journal()
  const filter: HubFilter = {
    async invokeMethod({ args }, next) {
      if (args[0] === 'refuse') throw new HubError('Not for you.')
      if (args[0] === 'wait') {
        journal.note('waiting')
        await journal.seen('go on')
      }
      return next()
    },
  }
  const hub = defineHub({ filters: [filter] }).methods({
    count: method({ streams: true }, function* (_ctx, how: string) {
      journal.note(how)
      yield 1
    }),
    echo: () => null,
  })
  const { url } = await serveHub(hub)
  const client = await RawClient.connect(url)
  const open = (invocationId: string, how: string) => ({ type: 4, invocationId, target: 'count', arguments: [how] })
  client.send(open('1', 'stream'))
  expect(await client.atLeast(2)).toEqual([
    { type: 2, invocationId: '1', item: 1 },
    { type: 3, invocationId: '1' },
  ])
  client.send(open('2', 'refuse'))
  expect((await client.atLeast(3))[2]).toEqual({
    type: 3,
    invocationId: '2',
    error: 'An error occurred on the server while streaming results. HubException: Not for you.',
  })
  client.send(open('3', 'wait'))
  await journal.seen('waiting')
  client.send({ type: 5, invocationId: '3' })
  expect((await client.atLeast(4))[3]).toEqual({ type: 3, invocationId: '3' })
  journal.note('go on')
  await client.settled()
  expect(journal.all('wait')).toEqual([])
  expect(await client.atLeast(4)).toHaveLength(4)
})

it('a method with `authorize` runs only when `authorize` returns true for the context and the arguments of the call', async () => {
  const ran: unknown[] = []
  const hub = defineHub({
    authenticate: ({ query }) => ({ userId: query.get('user') ?? 'nobody' }),
  }).methods({
    rename: method(
      { authorize: (ctx, owner: string) => ctx.userId === owner },
      (_ctx, owner: string, name: string) => void ran.push(owner, name),
    ),
    parsed: method(
      { parse: ([value]): [number] => [Number(value)], authorize: async (_ctx, value: number) => value > 1 },
      (_ctx, value) => value,
    ),
    count: method({ streams: true, authorize: (_ctx, to: number) => to < 3 }, function* (_ctx, to: number) {
      for (let i = 0; i < to; i++) yield i
    }),
    sum: method(
      { uploads: 1, authorize: (_ctx, _items: AsyncIterable<number>, start: number) => start > 0 },
      (_ctx, _items: AsyncIterable<number>, start: number) => start,
    ),
  })
  const { url, errors } = await serveHub(hub)
  const client = await RawClient.connect(`${url}?user=ann`)
  const answerTo = async (message: object) => {
    const before = client.received.length
    client.send({ type: 1, invocationId: '1', ...message })
    return (await client.atLeast(before + 1))[before]
  }
  const refusal = (target: string) => ({ type: 3, invocationId: '1', error: notAllowed(target) })
  expect(await answerTo({ target: 'rename', arguments: ['bob', 'Rob'] })).toEqual(refusal('rename'))
  expect(ran).toEqual([])
  expect(await answerTo({ target: 'rename', arguments: ['ann', 'Anna'] })).toEqual({ type: 3, invocationId: '1' })
  expect(ran).toEqual(['ann', 'Anna'])
  expect(await answerTo({ target: 'parsed', arguments: ['1'] })).toEqual(refusal('parsed'))
  expect(await answerTo({ target: 'parsed', arguments: ['2'] })).toMatchObject({ result: 2 })
  expect(await answerTo({ target: 'sum', arguments: [0], streamIds: ['a'] })).toEqual(refusal('sum'))
  expect(await answerTo({ target: 'sum', arguments: [1], streamIds: ['b'] })).toMatchObject({ result: 1 })
  expect(await answerTo({ type: 4, target: 'count', arguments: [3] })).toMatchObject({
    error: 'An error occurred on the server while streaming results. HubException: The user may not call this method.',
  })
  expect(await answerTo({ type: 4, target: 'count', arguments: [1] })).toMatchObject({ type: 2, item: 0 })
  expect(errors).toEqual([])
})

it('filters and methods know the types of the client, the identity and the arguments', () => {
  interface Client {
    said(text: string): void
  }
  const hub = defineHub({
    client: {} as Client,
    authenticate: () => ({ userId: 'ann', isAdmin: true }),
    filters: [
      {
        invokeMethod({ ctx }, next) {
          expectTypeOf(ctx.identity.isAdmin).toEqualTypeOf<boolean>()
          expectTypeOf(ctx.clients.caller.send).parameter(0).toEqualTypeOf<'said'>()
          return next()
        },
      },
      // A filter for any hub can be used in this hub.
      {} as HubFilter,
    ],
  }).methods({
    plain: method({ authorize: (ctx) => ctx.identity.isAdmin }, (ctx, text: string) =>
      ctx.clients.all.send('said', text),
    ),
    first: method({ authorize: (_ctx, owner: string) => owner === 'ann' }, (_ctx, owner: string, count: number) =>
      owner.repeat(count),
    ),
    wrongResult: method(
      // @ts-expect-error authorize returns a boolean
      { authorize: () => 'yes' },
      () => 1,
    ),
    wrongArgument: method(
      { authorize: (_ctx, count: number) => count > 1 },
      // @ts-expect-error authorize takes a number
      (_ctx, text: string) => text,
    ),
  })
  expectTypeOf(hub.methods.first.types).exclude<undefined>().toEqualTypeOf<{
    args: [owner: string, count: number]
    result: string
    streams: false
  }>()
  expectTypeOf(hub.methods.plain.types).exclude<undefined>().toHaveProperty('args').toEqualTypeOf<[text: string]>()
})
