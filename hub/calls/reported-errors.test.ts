import { expect, it } from 'vitest'
import { CallRefused, type ClientConnection, defineHub, HubError, method } from '../hub.ts'
import { FrameSocket } from '../testing/frame-socket.ts'
import { RawClient } from '../testing/raw-client.ts'
import { createCallMessage, openHubServer, serveHub } from '../testing/serve-hub.ts'

const chat = defineHub({ authenticate: ({ token }) => ({ userId: token ?? undefined }) }).methods({
  say: (_ctx, text: string) => text,
  renameRoom: method(
    {
      parse([name]): [string] {
        if (name === '') throw new HubError('A name has letters.')
        if (typeof name !== 'string') throw new TypeError('Expected a string.')
        return [name]
      },
    },
    (_ctx, name) => name,
  ),
})

const known = 'The methods of the hub /hub are: say, renameRoom.'
const wrong = "The hub /hub got wrong arguments for the method 'renameRoom'. TypeError: Expected a string."
const noStream =
  "An unexpected error occurred invoking 'say' on the server. HubException: Client sent 1 stream(s), Hub method expects 0."

it.each([
  {
    detailedErrors: false,
    texts: ["Unknown hub method 'sy\nX'", "Failed to invoke 'renameRoom' due to an error on the server.", noStream],
  },
  {
    detailedErrors: true,
    texts: [
      `Unknown hub method 'sy\nX'. ${known}`,
      `Failed to invoke 'renameRoom' due to an error on the server. CallRefused: ${wrong}`,
      noStream,
    ],
  },
])(
  'onError gets the explanation of a wrong call; the client gets it only with detailed errors ($detailedErrors)',
  async ({ detailedErrors, texts }) => {
    const { url, errors, contexts } = await serveHub(chat, { detailedErrors })
    const client = await RawClient.connect(`${url}?access_token=ann`)
    client.send(
      createCallMessage('sy\nX', '1'),
      createCallMessage('renameRoom', '2'),
      createCallMessage('say', '3', ['s']),
    )
    expect((await client.atLeast(3)).map(({ error }) => error)).toEqual(texts)
    expect(errors).toEqual([
      new CallRefused(`Unknown hub method "sy\\nX". ${known}`),
      new CallRefused(wrong, { cause: new TypeError('Expected a string.') }),
      new CallRefused(noStream),
    ])
    const at = { hub: '/hub', connectionId: expect.any(String), userId: 'ann' }
    expect(contexts).toEqual(['sy\nX', 'renameRoom', 'say'].map((method) => ({ ...at, method })))
  },
)

it('the client gets the message of a HubError that `parse` throws, and onError does not get the error', async () => {
  const { url, errors } = await serveHub(chat)
  const client = await RawClient.connect(url)
  client.send({ type: 1, invocationId: '1', target: 'renameRoom', arguments: [''] })
  expect((await client.atLeast(1))[0]?.error).toContain('HubException: A name has letters.')
  expect(errors).toEqual([])
})

it('onError gets each error with the hub, the connection, the user and the method in which it happened', async () => {
  const fail = (what: string) => {
    throw new Error(what)
  }
  const hub = defineHub({
    authenticate: ({ token }) => (token === 'broken' ? fail('authenticate') : { userId: token ?? undefined }),
    onConnected: (ctx) => ctx.userId === 'bob' && fail('onConnected'),
    onDisconnected: () => fail('onDisconnected'),
  }).methods({
    boom: () => fail('method'),
    later: method({ streams: true }, async function* () {
      yield 1
      fail('stream')
    }),
    unreadable: () => 1n,
  })
  const { origin, hubs, errors, contexts } = await openHubServer()
  hubs.map('/hub', hub)
  hubs.mapConnections('/raw', (_connection: ClientConnection) => fail('handler'), {
    authenticate: () => ({ userId: 'cyd' }),
  })
  await fetch(`${origin}/hub/negotiate?access_token=broken`, { method: 'POST' })
  const client = await RawClient.connect(`${origin}/hub?access_token=ann`)
  client.send(createCallMessage('boom', '1'))
  await client.atLeast(1)
  client.send({ type: 4, invocationId: '2', target: 'LATER', arguments: [] })
  await client.atLeast(3)
  client.send(createCallMessage('unreadable', '3'))
  await client.atLeast(4)
  client.send({ type: 7 })
  await client.ended()
  await (await RawClient.connect(`${origin}/hub?access_token=bob`)).ended()
  const raw = await FrameSocket.connect(`${origin}/raw`)
  await raw.atLeast(1)
  raw.destroy()

  const connection = { hub: '/hub', connectionId: expect.any(String) }
  const ann = { ...connection, userId: 'ann' }
  expect(errors.map((error, at) => [(error as Error).message, contexts[at]])).toEqual([
    ['authenticate', { hub: '/hub' }],
    ['method', { ...ann, method: 'boom' }],
    ['stream', { ...ann, method: 'LATER' }],
    [expect.stringContaining('BigInt'), { ...ann, method: 'unreadable' }],
    ['onDisconnected', ann],
    ['onConnected', { ...connection, userId: 'bob' }],
    ['handler', { hub: '/raw', connectionId: expect.any(String), userId: 'cyd' }],
  ])
})

it.each(['generator', 'asyncGenerator', 'promised', 'filtered'])(
  'a method that returns a stream without declaring the stream causes an error that names the method: %s',
  async (name) => {
    async function* items() {
      yield 1
    }
    // The compiler refuses these methods unless their results have no types.
    const untyped = (stream: unknown) => stream
    const hub = defineHub().methods({
      generator: () => untyped([1].values()),
      asyncGenerator: () => untyped(items()),
      promised: async () => untyped(items()),
      filtered: method({ authorize: () => true }, () => untyped(items())),
      list: () => [1],
    })
    const { url, errors } = await serveHub(hub)
    const client = await RawClient.connect(url)
    client.send(createCallMessage(name, '1'), createCallMessage('list', '2'))
    expect(await client.atLeast(2)).toEqual([
      { type: 3, invocationId: '1', error: `An unexpected error occurred invoking '${name}' on the server.` },
      { type: 3, invocationId: '2', result: [1] },
    ])
    const text = `The method '${name}' of the hub /hub returned a stream. Declare it by method({ streams: true }, …).`
    expect(errors).toEqual([new TypeError(text)])
  },
)

it.each([undefined, 5, 'text', null])(
  'a stream method that returns %o causes an error with the name of the method',
  async (value) => {
    const hub = defineHub().methods({
      numbers: method({ streams: true }, async () => value as unknown as number[]),
    })
    const { url, errors } = await serveHub(hub)
    const client = await RawClient.connect(url)
    client.send({ ...createCallMessage('numbers', '1'), type: 4 })
    expect(await client.atLeast(1)).toMatchObject([
      { error: 'An error occurred on the server while streaming results.' },
    ])
    const text = "The method 'numbers' of the hub /hub streams, but returned nothing iterable."
    expect(errors).toEqual([new TypeError(text)])
  },
)
