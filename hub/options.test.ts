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
import { call, serveHub } from './testing/serve-hub.ts'

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

it('an option that is undefined has its default', async () => {
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
  client.send({ ...call('echo', '1'), arguments: ['x'] })
  expect(await client.atLeast(1)).toEqual([{ type: 3, invocationId: '1', result: 'x' }])
  expect((await fetch(`${url}/negotiate`, { method: 'POST' })).status).toBe(503)
  client.send(call('echo', '2'.repeat(defaultLimits.messageBytes)))
  await client.ended()
  await hubs.close({ graceMs: undefined })
})
