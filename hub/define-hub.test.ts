import { createServer } from 'node:http'
import { expect, expectTypeOf, it } from 'vitest'
import { attachHubServer, defineHub, method } from './hub.ts'
import { fakeClock } from './testing/fake-clock.ts'

interface Client {
  said(text: string, at: number): void
  confirm(question: string): Promise<boolean>
}

it('the types of client methods, identities and checked arguments follow from the definition of the hub', async () => {
  const hub = defineHub({ client: {} as Client, authenticate: () => ({ userId: 'ann', isAdmin: true }) }).methods({
    plain(ctx) {
      expectTypeOf(ctx.identity.isAdmin).toEqualTypeOf<boolean>()
      expectTypeOf(ctx.clients.caller.invoke('confirm', ['?'], { timeoutMs: 1 })).toEqualTypeOf<Promise<boolean>>()
    },
    streamed: method({ streams: true }, function* (ctx, _n: number) {
      expectTypeOf(ctx.identity.isAdmin).toEqualTypeOf<boolean>()
      yield 1
    }),
    uploaded: method({ uploads: 1 }, (ctx, _items: AsyncIterable<number>) =>
      expectTypeOf(ctx.identity.isAdmin).toEqualTypeOf<boolean>(),
    ),
    parsed: method({ parse: (args): [string, number] => [String(args[0]), Number(args[1])] }, (ctx, name, count) => {
      expectTypeOf(ctx.identity.isAdmin).toEqualTypeOf<boolean>()
      expectTypeOf(name).toEqualTypeOf<string>()
      expectTypeOf(count).toEqualTypeOf<number>()
    }),
    // @ts-expect-error a number is no stream
    noStream: method({ streams: true }, () => 1),
  })
  const hubs = attachHubServer(createServer(), { clock: fakeClock() })
  hubs.map('/hub', hub)
  const { clients } = hubs.context(hub)
  await clients.all.send('said', 'hello', 1)
  // @ts-expect-error clients have no such method
  await clients.all.send('sang', 'hello', 1)
  // @ts-expect-error a number is no text
  await clients.user('ann').send('said', 1, 1)
  // @ts-expect-error only a single client can be invoked
  expect(clients.all.invoke).toBeUndefined()
  await hubs.close()
})

it('defineHub throws for two methods whose names differ only in upper and lower case', () => {
  expect(() => defineHub().methods({ watch: () => 1, Watch: () => 2 })).toThrow(
    'Two methods are called Watch: clients may write names in any case.',
  )
})
