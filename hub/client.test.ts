import { type HubConnection, HubConnectionBuilder, type IStreamResult, Subject } from '@microsoft/signalr'
import { expectTypeOf, it } from 'vitest'
import type { ClientCallback, HubConnectionOf } from './client.ts'
import { defineHub, method } from './hub.ts'

interface Client {
  said(text: string, at: number): void
  confirm(question: string): boolean
}

const chat = defineHub({
  client: {} as Client,
  authenticate: async ({ token }) => (token === null ? null : { userId: token, isAdmin: true }),
}).methods({
  say: (ctx, text: string) => ctx.clients.all.send('said', text, 1),
  length: async (_ctx, text: string, unit?: 'bytes') => (unit ? text.length * 2 : text.length),
  count: method({ streams: true }, async function* (_ctx, to: number) {
    for (let i = 0; i < to; i++) yield String(i)
  }),
  sum: method({ uploads: 1 }, async (_ctx, numbers: AsyncIterable<number>, start: number) => {
    let sum = start
    for await (const number of numbers) sum += number
    return sum
  }),
  double: method({ streams: true, uploads: 1 }, async function* (_ctx, numbers: AsyncIterable<number>) {
    for await (const number of numbers) yield number * 2
  }),
  rename: method({ parse: ([name]): [string] => [String(name)] }, (_ctx, name) => name.length > 0),
  letters: method({ streams: true, parse: ([name]): [string] => [String(name)] }, async (_ctx, name) => name),
})

/** Stands for a function of a library that accepts any connection of the official client. */
const takeAny = (_connection: HubConnection) => {}

/** Never runs: the compiler checks its types. */
async function useTypedConnection(connection: HubConnectionOf<typeof chat>): Promise<void> {
  expectTypeOf(connection.invoke('say', 'Hello')).toEqualTypeOf<Promise<void>>()
  expectTypeOf(connection.invoke('length', 'Hello', 'bytes')).toEqualTypeOf<Promise<number>>()
  expectTypeOf(connection.send('length', 'Hello')).toEqualTypeOf<Promise<void>>()
  expectTypeOf(connection.stream('count', 3)).toEqualTypeOf<IStreamResult<string>>()
  expectTypeOf(connection.invoke('sum', new Subject<number>(), 1)).toEqualTypeOf<Promise<number>>()
  expectTypeOf(connection.stream('double', new Subject<number>())).toEqualTypeOf<IStreamResult<number>>()
  expectTypeOf(connection.invoke('rename', 'Ann')).toEqualTypeOf<Promise<boolean>>()
  expectTypeOf(connection.stream('letters', 'Ann')).toEqualTypeOf<IStreamResult<string>>()
  connection.on('said', (text, at) => {
    expectTypeOf(text).toEqualTypeOf<string>()
    expectTypeOf(at).toEqualTypeOf<number>()
    return at
  })
  connection.on('confirm', async (question) => question === '?')
  connection.off('confirm')
  await connection.stop()

  // @ts-expect-error `takeAny` could call any method
  takeAny(connection)
  // @ts-expect-error the hub has no such method
  await connection.invoke('sing', 'Hello')
  // @ts-expect-error the text is missing
  await connection.invoke('say')
  // @ts-expect-error a number is no text
  await connection.send('say', 1)
  // @ts-expect-error the result is a number
  const length: string = await connection.invoke('length', 'Hello')
  // @ts-expect-error the method streams
  await connection.invoke('count', 3)
  // @ts-expect-error the method does not stream
  connection.stream('say', 'Hello')
  // @ts-expect-error the method takes a stream of numbers
  await connection.invoke('sum', new Subject<string>(), 1)
  // @ts-expect-error the server calls no such method
  connection.on('sang', () => {})
  // @ts-expect-error the text is not a number
  connection.on('said', (text: number) => length + text)
  // @ts-expect-error the server expects a boolean
  connection.on('confirm', () => 'yes')
  // @ts-expect-error the server calls no such method
  connection.off('sang')
}

it('a typed connection accepts only the methods, arguments and results of its hub', () => {
  expectTypeOf(useTypedConnection).returns.toEqualTypeOf<Promise<void>>()
})

it('a generic function can register callbacks for any client method by its name', () => {
  function onNext<N extends keyof Client>(
    connection: HubConnectionOf<typeof chat>,
    name: N,
    handle: ClientCallback<Client[N]>,
  ): void {
    connection.on(name, handle)
    connection.on(name, (...args) => handle(...args))
  }
  expectTypeOf(onNext).returns.toBeVoid()
  expectTypeOf<ClientCallback<Client['said']>>().parameters.toEqualTypeOf<[text: string, at: number]>()
})

it('the types of a hub apply to a connection of the official client, whose other methods keep their types', () => {
  const untyped: HubConnection = new HubConnectionBuilder().withUrl('http://localhost/chat').build()
  const connection: HubConnectionOf<typeof chat> = untyped
  takeAny(untyped)
  expectTypeOf(connection.start).toEqualTypeOf<() => Promise<void>>()
  expectTypeOf(connection.connectionId).toEqualTypeOf<string | null>()
})

it('a hub that declares no client type may call any method of its clients', () => {
  const open = defineHub().methods({ say: (ctx, text: string) => ctx.clients.all.send('anything', text) })
  expectTypeOf<Parameters<typeof open.methods.say>[1]>().toEqualTypeOf<string>()
})
