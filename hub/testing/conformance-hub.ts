import { once } from 'node:events'
import { defineHub, HubError, type Identity, method } from '../hub.ts'
import type { Journal } from './journal.ts'

/** The methods of the clients in the conformance tests. */
export interface ConformanceClient {
  told(text: unknown): void
  done(): void
  confirm(question: unknown): unknown
}

/**
 * Defines a hub with methods for all parts of the protocol.
 * @param identities identities by token, null to accept every client
 * @param knock returns a promise that every request waits for
 */
export function defineConformanceHub(
  journal: Journal,
  { identities, knock }: { identities: ReadonlyMap<string, Identity> | null; knock(): Promise<void> },
) {
  return defineHub({
    client: {} as ConformanceClient,
    async authenticate({ token }) {
      await knock()
      return identities ? (identities.get(token ?? '') ?? null) : {}
    },
    onConnected: (ctx) => journal.note('connected', ctx.connectionId),
    onDisconnected: (ctx, error) => journal.note('disconnected', { connectionId: ctx.connectionId, error }),
  }).methods({
    echo: (_ctx, value: unknown) => value,
    nothing: () => {},
    nil: () => null,
    boom: () => {
      throw new Error('The password is 1234.')
    },
    refuse: async () => {
      throw new HubError('Not today.')
    },
    who: (ctx) => ctx.userId,
    leave: (ctx) => ctx.abort(),
    /** Records in the journal of the test that a client has reached a point. */
    note: (_ctx, what: string, detail: unknown) => journal.note(what, detail),
    kindOf: (_ctx, value: object) => value.constructor.name,
    /** Waits until the test lets it continue. */
    hold: async (_ctx, name: string) => {
      journal.note('held', name)
      await journal.seen(`release ${name}`)
      return name
    },
    greet: method(
      {
        parse([name]): [string] {
          if (typeof name !== 'string') throw new TypeError('The inner structure of the hub is secret.')
          if (name === '') throw new HubError('A name has letters.')
          return [name]
        },
      },
      (_ctx, name) => `Hello, ${name}`,
    ),

    ask: (ctx, question: unknown) => ctx.clients.caller.invoke('confirm', [question], { timeoutMs: 5_000 }),
    async askAndNote(ctx) {
      await ctx.clients.caller
        .invoke('confirm', ['?'], { timeoutMs: 5_000 })
        .catch((error: unknown) => journal.note('ask failed', error))
    },

    count: method({ streams: true }, function* (_ctx, to: number) {
      for (let i = 1; i <= to; i++) yield i
    }),
    failing: method({ streams: true }, async function* () {
      yield 1
      yield 2
      throw new HubError('No three.')
    }),
    unbegun: method({ streams: true }, (): number[] => {
      throw new Error('There is nothing to count.')
    }),
    endless: method({ streams: true }, async function* (ctx) {
      ctx.signal.addEventListener('abort', () => journal.note('endless aborted'))
      try {
        for (let i = 0; ; i++) {
          yield i
          await new Promise(setImmediate)
        }
      } finally {
        journal.note('endless finalised')
      }
    }),
    silent: method({ streams: true }, async function* (ctx) {
      yield 'first'
      await new Promise<void>((resolve) => ctx.signal.addEventListener('abort', () => resolve()))
      journal.note('silent aborted')
    }),
    /** Has no item before the client cancels. Then calls the client. */
    mute: method({ streams: true }, async function* (ctx) {
      if (!ctx.signal.aborted) await once(ctx.signal, 'abort')
      await ctx.clients.caller.send('done')
      yield 'too late'
    }),
    sum: method({ uploads: 1 }, async (_ctx, numbers: AsyncIterable<unknown>) => {
      let sum = 0
      for await (const number of numbers) sum += Number(number)
      return sum
    }),
    doubled: method({ streams: true, uploads: 1 }, async function* (_ctx, numbers: AsyncIterable<unknown>) {
      for await (const number of numbers) yield Number(number) * 2
    }),
    async collect(_ctx, value: unknown) {
      journal.note('collected', value)
    },
    received: method({ uploads: 1 }, async (ctx, items: AsyncIterable<unknown>) => {
      try {
        for await (const item of items) journal.note('item', item)
        journal.note('upload ended')
        await ctx.clients.caller.send('done')
      } catch (error) {
        journal.note('upload failed', error)
        throw error
      }
    }),

    join: (ctx, group: string) => ctx.groups.add(ctx.connectionId, group),
    part: (ctx, group: string) => ctx.groups.remove(ctx.connectionId, group),
    tellAll: (ctx, text: string) => ctx.clients.all.send('told', text),
    tellOthers: (ctx, text: string) => ctx.clients.others.send('told', text),
    tellOthersIn: (ctx, group: string, text: string) => ctx.clients.othersInGroup(group).send('told', text),
  })
}
