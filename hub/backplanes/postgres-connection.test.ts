import { EventEmitter } from 'node:events'
import { describe, expect, it } from 'vitest'
import { createFakeClock } from '../testing/fake-clock.ts'
import { Inbox } from '../testing/inbox.ts'
import { waitForBackplaneConnection } from '../testing/when-connected.ts'
import type { BackplaneState } from './backplane.ts'
import { postgresBackplane } from './postgres.ts'
import type { PostgresClient } from './postgres-messages.ts'

/** A client whose queries all succeed. */
class FakeClient extends EventEmitter implements PostgresClient {
  readonly queries: { text: string; values: unknown[] | undefined }[] = []
  isEnded = false

  async query(text: string, values?: unknown[]): Promise<{ rows: Record<string, unknown>[] }> {
    this.queries.push({ text, values })
    return { rows: [] }
  }

  async end(): Promise<void> {
    this.isEnded = true
  }
}

/** The time after which a backplane that has not connected counts as disconnected. */
const START_MS = 5_000

describe('a Postgres backplane with a fake client', () => {
  it('is disconnected after its first failure to connect, and reports this state to a listener that is added later', async () => {
    const backplane = postgresBackplane({
      connect: () => Promise.reject(new Error('nobody there')),
      clock: createFakeClock(),
    })
    const changes = new Inbox<unknown[]>()
    backplane.onChange((...change) => changes.receive(change))
    expect(await changes.atLeast(1)).toEqual([['disconnected', new Error('nobody there')]])
    const later = new Inbox<unknown[]>()
    backplane.onChange((...change) => later.receive(change))
    expect(await later.atLeast(1)).toEqual(changes.received)
    await backplane.close()
  })

  it('connects when another process creates the table at the same moment', async () => {
    const client = new FakeClient()
    const answer = client.query.bind(client)
    client.query = async (text, values) => {
      if (text.startsWith('select to_regclass')) return { rows: [{ found: null }] }
      const taken = 'duplicate key value violates unique constraint "pg_type_typname_nsp_index"'
      if (text.startsWith('create table')) throw Object.assign(new Error(taken), { code: '23505' })
      return answer(text, values)
    }
    const backplane = postgresBackplane({ connect: async () => client, clock: createFakeClock() })
    const states = new Inbox<BackplaneState>()
    backplane.onChange(states.receive)
    expect(await states.atLeast(1)).toEqual(['connected'])
    await backplane.close()
  })

  it('is disconnected when its first attempt to connect takes 5 s, and connected when the attempt succeeds', async () => {
    const clock = createFakeClock()
    const { promise, resolve } = Promise.withResolvers<PostgresClient>()
    const backplane = postgresBackplane({ connect: () => promise, clock })
    const states = new Inbox<BackplaneState>()
    backplane.onChange(states.receive)
    clock.advance(START_MS - 1)
    expect(states.received).toEqual([])
    clock.advance(1)
    expect(states.received).toEqual(['disconnected'])
    resolve(new FakeClient())
    expect(await states.atLeast(2)).toEqual(['disconnected', 'connected'])
    clock.advance(60_000)
    expect(states.received).toHaveLength(2)
    await backplane.close()
  })

  it('sends all messages of one turn of the event loop in one query', async () => {
    const client = new FakeClient()
    const backplane = postgresBackplane({ connect: async () => client })
    await waitForBackplaneConnection(backplane)
    client.queries.length = 0
    await Promise.all(Array.from({ length: 100 }, (_, index) => backplane.publish(`${index}`, Buffer.from('x'))))
    expect(client.queries).toHaveLength(1)
    expect(client.queries[0]?.values?.[1]).toHaveLength(100)
    await backplane.close()
    expect(client.isEnded).toBe(true)
  })

  it('reports a disconnect and ends the connection when too many notifications wait', async () => {
    const client = new FakeClient()
    const backplane = postgresBackplane({ connect: async () => client })
    await waitForBackplaneConnection(backplane)
    const states = new Inbox<BackplaneState>()
    backplane.onChange(states.receive)
    await backplane.subscribe('t', () => {})
    await backplane.publish('t', Buffer.alloc(10_000))
    const large = String(client.queries.at(-1)?.values?.[1])
    client.query = () => new Promise(() => {})
    for (let count = 0; count <= 10_000; count++) client.emit('notification', { payload: large })
    expect(states.received).toEqual([])
    client.emit('notification', { payload: large })
    expect(states.received).toEqual(['disconnected'])
    expect(client.isEnded).toBe(true)
    await backplane.close()
  })

  it('tries again to connect after delays that grow to at most ten seconds', async () => {
    const clock = createFakeClock()
    const attempts: number[] = []
    const attempted = new Inbox<number>()
    const connect = async () => {
      attempts.push(clock.now())
      throw new Error('nobody there')
    }
    const delays = new Inbox<number>()
    const backplane = postgresBackplane({
      connect,
      clock: {
        now: clock.now,
        after(ms, task) {
          if (ms !== START_MS) delays.receive(ms)
          return clock.after(ms, task)
        },
      },
    })
    for (let failures = 1; failures <= 10; failures++) {
      await delays.atLeast(failures)
      attempted.receive(attempts.length)
      clock.advance(delays.received[failures - 1] ?? 0)
    }
    expect(attempted.received).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
    delays.received.slice(0, 10).forEach((delay, index) => {
      const longest = Math.min(250 * 2 ** index, 10_000)
      expect(delay).toBeGreaterThan(longest / 2 - 1)
      expect(delay).toBeLessThanOrEqual(longest)
    })
    await backplane.close()
  })

  it('ends a database connection that is established after close() was called', async () => {
    const client = new FakeClient()
    let arrive = (_client: PostgresClient) => {}
    const connecting = new Promise<PostgresClient>((resolve) => {
      arrive = resolve
    })
    const backplane = postgresBackplane({ connect: () => connecting })
    await backplane.close()
    const ended = new Promise<void>((resolve) => {
      client.end = async () => resolve()
    })
    arrive(client)
    await ended
  })

  it('does not try again to connect after close()', async () => {
    const clock = createFakeClock()
    let attempts = 0
    const waiting = new Inbox<number>()
    const backplane = postgresBackplane({
      connect: async () => {
        attempts++
        throw new Error('nobody there')
      },
      clock: {
        now: clock.now,
        after(ms, task) {
          if (ms !== START_MS) waiting.receive(ms)
          return clock.after(ms, task)
        },
      },
    })
    await waiting.atLeast(1)
    await backplane.close()
    clock.advance(60_000)
    expect(attempts).toBe(1)
  })
})
