import { expect, expectTypeOf, it } from 'vitest'
import type { PostgresBackplaneOptions } from './backplanes/postgres.ts'
import {
  type ClientProxy,
  defaultLimits,
  defineHub,
  type HubFilter,
  type HubOptions,
  type HubServer,
  type HubServerOptions,
  type HubSettings,
  type Identity,
  type JsonHooks,
  type MethodOptions,
  method,
  type RawConnectionOptions,
  type Redirect,
  type SingleClientProxy,
} from './hub.ts'
import { RawClient } from './testing/raw-client.ts'
import { createCallMessage, openHubServer, serveHub } from './testing/serve-hub.ts'

/** The optional properties of a type that do not accept `undefined` where `exactOptionalPropertyTypes` is on. */
type Exact<T> = {
  [K in keyof T]-?: object extends Pick<T, K> ? (undefined extends Required<T>[K] ? never : K) : never
}[keyof T]
type Client = { said(text: string): void }
type Argument<F extends (...args: never[]) => unknown, At extends number> = Exclude<Parameters<F>[At], undefined>

it('each option accepts undefined, so that an application can pass on options of its own', () => {
  expectTypeOf<Exact<{ a?: string }>>().toEqualTypeOf<'a'>()
  expectTypeOf<
    | Exact<HubServerOptions>
    | Exact<HubSettings>
    | Exact<MethodOptions<Client, Identity, [], unknown[], false>>
    | Exact<HubFilter>
    | Exact<HubOptions>
    | Exact<Exclude<HubOptions['limits'], undefined>>
    | Exact<JsonHooks>
    | Exact<Redirect>
    | Exact<Identity>
    | Exact<RawConnectionOptions>
    | Exact<Exclude<RawConnectionOptions['limits'], undefined>>
    | Exact<PostgresBackplaneOptions>
    | Exact<Argument<ClientProxy<Client>['disconnect'], 0>>
    | Exact<Argument<ClientProxy<Client>['list'], 0>>
    | Exact<Argument<SingleClientProxy<Client>['invoke'], 2>>
    | Exact<Argument<HubServer['close'], 0>>
  >().toBeNever()
})

it('an option has its default when it is undefined', async () => {
  const echo = method(
    { streams: undefined, uploads: undefined, parse: undefined, authorize: undefined },
    (_ctx, n) => n,
  )
  const { url, hubs } = await serveHub(defineHub({ authenticate: undefined, filters: undefined }).methods({ echo }), {
    transports: undefined,
    limits: { messageBytes: undefined, connections: 1 },
    json: { replacer: undefined },
    headers: undefined,
  })
  const client = await RawClient.connect(url)
  client.send({ ...createCallMessage('echo', '1'), arguments: ['x'] })
  expect(await client.atLeast(1)).toEqual([{ type: 3, invocationId: '1', result: 'x' }])
  expect((await fetch(`${url}/negotiate`, { method: 'POST' })).status).toBe(503)
  client.send(createCallMessage('echo', '2'.repeat(defaultLimits.messageBytes)))
  await client.ended()
  await hubs.close({ graceMs: undefined })
})

const wrongOptions: [options: unknown, text: string][] = [
  [{ limits: { messageBytes: Number.NaN } }, 'The limit messageBytes is a number above 0, not NaN.'],
  [{ limits: { streams: -1 } }, 'The limit streams is a number above 0, not -1.'],
  [{ limits: { parallelInvocations: 0 } }, 'The limit parallelInvocations is a number above 0, not 0.'],
  [{ limits: { messageBytes: '64kb' } }, "The limit messageBytes is a number above 0, not '64kb'."],
  [{ limits: { messageBytes: null } }, 'The limit messageBytes is a number above 0, not null.'],
  [{ limits: { maxMessageSize: 1 } }, 'There is no limit maxMessageSize. The limits of a hub are: keepAliveMs, '],
  [{ transports: [] }, 'of WebSockets, ServerSentEvents, LongPolling, not [].'],
  [{ transports: ['websocket'] }, "of WebSockets, ServerSentEvents, LongPolling, not [ 'websocket' ]."],
  [{ transports: 'WebSockets' }, "of WebSockets, ServerSentEvents, LongPolling, not 'WebSockets'."],
  [{ origins: '*' }, "The option origins is a list or a function, not '*'."],
]
const wrongOrigins = [
  '*',
  'www.example.com',
  'localhost:3000',
  'https://*.example.com',
  'https://a.com/b',
  'https://a.com?b',
]
for (const origin of [...wrongOrigins, 'null']) {
  const text = `An entry of the option origins looks like https://www.example.com, not like '${origin}'.`
  wrongOptions.push([{ origins: [origin] }, text])
}

it.each(wrongOptions)('map and mapConnections throw a TypeError for the options %j', async (options, text) => {
  const { hubs } = await openHubServer()
  const given = options as HubOptions
  expect(() => hubs.map('/hub', defineHub().methods({}), given)).toThrow(TypeError)
  expect(() => hubs.map('/hub', defineHub().methods({}), given)).toThrow(text)
  expect(() => hubs.mapConnections('/hub', () => {}, given)).toThrow(text)
})

it.each([
  ['https://www.example.com/', 'https://www.example.com'],
  ['HTTPS://WWW.Example.com', 'https://www.example.com'],
  ['https://www.example.com:443', 'https://www.example.com'],
  ['http://localhost:3000/', 'http://localhost:3000'],
  ['capacitor://localhost', 'capacitor://localhost'],
])('the entry %s of the option origins allows pages of %s', async (entry, origin) => {
  const { url } = await serveHub(defineHub().methods({}), { origins: [entry] })
  const answer = await fetch(`${url}/negotiate`, { method: 'POST', headers: { origin } })
  expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([200, origin])
})
