import { createServer } from 'node:http'
import { expect, expectTypeOf, it } from 'vitest'
import { attachHubServer, defineHub, method } from './hub.ts'
import { createFakeClock } from './testing/fake-clock.ts'

interface Client {
  said(text: string, at: number): void
  confirm(question: string): Promise<boolean>
}

it('TypeScript infers the types of client methods, identities and checked arguments from the definition of the hub', async () => {
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
  const hubs = attachHubServer(createServer(), { clock: createFakeClock() })
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

it('a parameter of a method has the type unknown unless its type is declared', () => {
  const { methods } = defineHub({ client: {} as Client }).methods({
    plain: (ctx, text) => ctx.clients.all.send('said', String(text), 1),
    written(_ctx, first, second: string) {
      return [first, second]
    },
    optioned: method({}, (_ctx, text) => text),
    authorized: method({ authorize: (_ctx, text) => text !== '' }, (_ctx, text) => text),
    streamed: method({ streams: true }, function* (_ctx, text) {
      yield text
    }),
  })
  // @ts-expect-error the context has no such property
  defineHub().methods({ wrong: (ctx: { room: string }, text: string) => ctx.room + text })
  type Arguments<F> = F extends (ctx: never, ...args: infer A) => unknown ? A : never
  expectTypeOf<Arguments<typeof methods.plain>>().toEqualTypeOf<[text: unknown]>()
  expectTypeOf<Arguments<typeof methods.written>>().toEqualTypeOf<[first: unknown, second: string]>()
  expectTypeOf(methods.optioned.types).toEqualTypeOf<
    { args: [text: unknown]; result: unknown; streams: false } | undefined
  >()
  expectTypeOf(methods.authorized.types).toEqualTypeOf(methods.optioned.types)
  expectTypeOf(methods.streamed.types).toEqualTypeOf<
    { args: [text: unknown]; result: unknown; streams: true } | undefined
  >()
})

it('the compiler refuses a method that streams or takes uploads when its options do not declare this', () => {
  const items = async function* (_ctx: unknown, to: number) {
    yield to
  }
  type Items = AsyncIterable<number>
  expectTypeOf(
    defineHub().methods({
      // @ts-expect-error streams is missing
      plainStream: items,
      // @ts-expect-error streams is missing
      plainGenerator: (_ctx) => [1].values(),
      // @ts-expect-error streams is missing
      lateStream: async (ctx) => items(ctx, 1),
      // @ts-expect-error streams is missing
      optionedStream: method({}, items),
      // @ts-expect-error uploads is missing
      plainUpload: (_ctx, items: Items) => typeof items,
      // @ts-expect-error uploads is missing
      optionedUpload: method({}, (_ctx, items: Items, start: number) => [items, start]),
      // @ts-expect-error uploads is missing
      authorizedUpload: method({ authorize: () => true }, (_ctx, items: Items) => typeof items),
      // @ts-expect-error uploads is missing
      parsedUpload: method({ parse: ([items]): [Items] => [items as Items] }, (_ctx, items) => typeof items),
      // @ts-expect-error there is one stream
      twoUploads: method({ uploads: 2 }, (_ctx, items: Items, start: number) => [items, start]),
      // @ts-expect-error the stream is not the first argument
      lateUpload: method({ uploads: 1 }, (_ctx, start: number, items: Items) => [items, start]),
      // @ts-expect-error the stream is not declared
      plainLateUpload: (_ctx, start: number, items: Items) => [items, start],
      // @ts-expect-error there is no stream
      noUpload: method({ uploads: 1 }, (_ctx, start: number) => start),
    }),
  ).not.toBeAny()
  expectTypeOf(
    defineHub().methods({
      fails() {
        throw new Error('This method always fails.')
      },
      parse: (_ctx, text: string) => JSON.parse(text),
      list: (_ctx) => [new Map([[1, 2]]), [3]],
      both: method({ streams: true, uploads: 2 }, (_ctx, first: Items, _second: Items, _text?: string) => first),
      parsed: method({ uploads: 1, parse: (args) => args as [Items, number] }, (_ctx, items, _start) => typeof items),
      authorized: method(
        { uploads: 1, authorize: (_ctx, _items: Items) => true },
        (_ctx, items: Items, ..._texts: string[]) => typeof items,
      ),
    }),
  ).not.toBeAny()
})

it('defineHub throws for two methods whose names differ only in upper and lower case', () => {
  expect(() => defineHub().methods({ watch: () => 1, Watch: () => 2 })).toThrow(
    'Two methods are called Watch: clients may write names in any case.',
  )
})
