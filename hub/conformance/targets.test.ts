import { describe, expect, vi } from 'vitest'
import type { HubClients } from '../hub.ts'
import type { ConformanceClient } from '../testing/conformance-hub.ts'
import type { ConformanceServer } from '../testing/conformance-server.ts'
import { createTestForEveryClient } from '../testing/every-client.ts'
import type { Scenario } from '../testing/scenario.ts'

const names = ['ann', 'bob', 'cyd'] as const
type Name = (typeof names)[number]

/**
 * Joins a group if one is given, and returns the messages that it receives until the server calls `done`. When the
 * server calls `confirm`, sends messages to other clients before it returns the result.
 */
const listen: Scenario<{ name: string; group: string | null }, unknown[]> = async ({ connection }, { name, group }) => {
  const heard: unknown[] = []
  const done = new Promise<void>((resolve) => connection.on('done', resolve))
  connection.on('told', (text) => void heard.push(text))
  connection.on('confirm', async () => {
    await connection.invoke('tellOthers', `others of ${name}`)
    await connection.invoke('tellOthersIn', 'room', `others of ${name} in room`)
    return true
  })
  if (group !== null) await connection.invoke('join', group)
  await connection.invoke('note', `${name} listens`, connection.connectionId)
  await done
  return heard
}

describe('targets', () => {
  const test = createTestForEveryClient()

  test(
    '[hub 48] a message reaches all connected clients of its target and no other clients',
    async ({ server, play }) => {
      const heard: Partial<Record<Name, Promise<unknown[]>>> = {}
      const ids: Partial<Record<Name, string>> = {}
      for (const name of names) {
        heard[name] = play(listen, { name, group: name === 'cyd' ? null : 'room' }, { tokens: [name] })
        ids[name] = String((await server.journal.seen(`${name} listens`))[0])
      }
      const { ann = '', cyd = '' } = ids
      const { clients, groups } = server.context
      await sayToEach(clients, { ann, cyd })
      await clients.client(ann).invoke('confirm', [null], { timeoutMs: 5_000 })
      await groups.remove(ann, 'room')
      await clients.group('room').send('told', 'the room without ann')
      await clients.all.send('done')
      expect(await heard.ann).toEqual(['all', 'only ann', 'ann and cyd', 'room', 'user ann', 'users ann and cyd'])
      expect(await heard.bob).toEqual([
        'all',
        'all but ann',
        'room',
        'room but ann',
        'others of ann',
        'others of ann in room',
        'the room without ann',
      ])
      expect(await heard.cyd).toEqual(['all', 'all but ann', 'ann and cyd', 'users ann and cyd', 'others of ann'])

      await server.journal.seen('disconnected', 3)
      const again = play(listen, { name: 'bob again', group: null }, { tokens: ['bob'] })
      await server.journal.seen('bob again listens')
      await sayToEach(clients, { ann, cyd })
      await clients.user('bob').send('done')
      expect(await again).toEqual(['all', 'all but ann'])
    },
    { identities: () => new Map(names.map((userId) => [userId, { userId }])) },
  )

  test('[hub 49] by default, the second call of a client waits until the first call ends', async ({ server, play }) => {
    const answers = play(({ connection }) =>
      Promise.all([connection.invoke('hold', 'first'), connection.invoke('hold', 'second')]),
    )
    await server.journal.seen('held')
    await received(server, 2)
    expect(server.journal.all('held')).toEqual(['first'])
    server.journal.note('release first')
    expect(await server.journal.seen('held', 2)).toEqual(['first', 'second'])
    server.journal.note('release second')
    expect(await answers).toEqual(['first', 'second'])
  })

  test(
    '[hub 49] parallelInvocations limits the number of calls of a client that run at the same time',
    async ({ server, play }) => {
      const names = ['first', 'second', 'third', 'fourth']
      const answers = play(
        ({ connection }, names) => Promise.all(names.map((name) => connection.invoke('hold', name))),
        names,
      )
      await server.journal.seen('held', 3)
      await received(server, 4)
      expect(server.journal.all('held')).toEqual(['first', 'second', 'third'])
      server.journal.note('release second')
      expect(await server.journal.seen('held', 4)).toEqual(names)
      for (const name of names) server.journal.note(`release ${name}`)
      expect(await answers).toEqual(names)
    },
    { hub: { limits: { parallelInvocations: 3 } } },
  )

  test('[hub 49] a stream starts while a call runs, and calls run while a stream is open', async ({ server, play }) => {
    const seen = play(async ({ connection, signalR }) => {
      const held = connection.invoke('hold', 'first')
      const numbers = new signalR.Subject<number>()
      const sum = connection.invoke('sum', numbers)
      numbers.next(7)
      numbers.complete()
      const item = await new Promise((resolve) => {
        connection.stream('silent').subscribe({ next: resolve, complete: () => {}, error: resolve })
      })
      await connection.send('note', 'waits', null)
      const total = await sum
      await connection.send('hold', 'second')
      await held
      return [item, total, await connection.invoke('echo', 'third')]
    })
    await server.journal.seen('held')
    await received(server, 7)
    expect(server.journal.all('waits')).toEqual([])
    server.journal.note('release first')
    server.journal.note('release second')
    expect(await seen).toEqual(['first', 7, 'third'])
  })

  test("[hub 49] a call that waits for a client's result does not block the client's next call", async ({ play }) => {
    const answers = await play(({ connection }) => {
      connection.on('confirm', (question) => connection.invoke('echo', `${question}!`))
      return Promise.all([connection.invoke('ask', 'Really'), connection.invoke('echo', 'next')])
    })
    expect(answers).toEqual(['Really!', 'next'])
  })
})

/** Sends a message to each target that does not depend on a caller. */
async function sayToEach(clients: HubClients<ConformanceClient>, { ann, cyd }: { ann: string; cyd: string }) {
  await clients.all.send('told', 'all')
  await clients.allExcept([ann]).send('told', 'all but ann')
  await clients.client(ann).send('told', 'only ann')
  await clients.clients([ann, cyd, 'nobody']).send('told', 'ann and cyd')
  await clients.group('room').send('told', 'room')
  await clients.groupExcept('room', [ann]).send('told', 'room but ann')
  await clients.group('ROOM').send('told', 'another room')
  await clients.user('ann').send('told', 'user ann')
  await clients.users(['ann', 'cyd', 'cyd']).send('told', 'users ann and cyd')
}

/** Resolves when the server has received this number of calls. Subtracts the pings, which the metrics count too. */
async function received(server: ConformanceServer, calls: number): Promise<void> {
  const pings = server.hub.metrics()['/hub']?.connections.open.LongPolling ? 0 : 1
  await vi.waitFor(() => expect(server.hub.metrics()['/hub']?.messages.received).toBeGreaterThanOrEqual(calls + pings))
}
