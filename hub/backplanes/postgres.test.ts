import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openCuttableLink } from '../testing/cuttable-link.ts'
import { Inbox } from '../testing/inbox.ts'
import { type PostgresServer, startPostgres } from '../testing/postgres-server.ts'
import { waitForBackplaneConnection } from '../testing/when-connected.ts'
import type { Backplane, BackplaneState } from './backplane.ts'
import { declareBackplaneTests, declareOutageTests } from './backplane-tests.ts'
import { postgresBackplane } from './postgres.ts'

let server: PostgresServer
let admin: pg.Client
const tables: string[] = []

beforeAll(async () => {
  server = await startPostgres()
  admin = await connect(server.url)
}, 60_000)

afterAll(async () => {
  for (const table of tables) await admin.query(`drop table if exists ${pg.escapeIdentifier(table)}`)
  await admin.end()
  await server.stop()
})

async function connect(url: string, options: pg.ClientConfig = {}): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, ...options })
  await client.connect()
  return client
}

/** Returns new names of a channel and a table. The names are valid in SQL only in quotes. */
function freshNames(): { channel: string; table: string } {
  const suffix = randomBytes(6).toString('hex')
  const names = { channel: `Channel "${suffix}"; --`, table: `Table "${suffix}"; --` }
  tables.push(names.table)
  return names
}

async function open(url: string, names: { channel: string; table: string }): Promise<Backplane> {
  const backplane = postgresBackplane({ connect: () => connect(url), ...names })
  await waitForBackplaneConnection(backplane)
  return backplane
}

describe('each backplane over Postgres', () =>
  declareBackplaneTests(it, () => {
    const names = freshNames()
    return () => open(server.url, names)
  }))

describe('a Postgres backplane that loses its server', () =>
  declareOutageTests(it, async () => {
    const [names, link] = [freshNames(), await openCuttableLink(server.url)]
    return { near: await open(link.url, names), far: await open(server.url, names), link }
  }))

describe('a Postgres backplane', () => {
  it('reconnects when the Postgres server ends the connection', async () => {
    const names = freshNames()
    const pids: unknown[] = []
    const backplane = postgresBackplane({
      ...names,
      connect: async () => {
        const client = await connect(server.url)
        const { rows } = await client.query('select pg_backend_pid() as pid')
        pids.push(rows[0].pid)
        return client
      },
    })
    await waitForBackplaneConnection(backplane)
    const [states, inbox] = [new Inbox<BackplaneState>(), new Inbox()]
    backplane.onChange(states.receive)
    await backplane.subscribe('t', inbox.receive)
    await admin.query('select pg_terminate_backend($1)', [pids[0]])
    expect(await states.atLeast(1)).toEqual(['disconnected'])
    await backplane.publish('t', Buffer.from('lost'))
    expect(await states.atLeast(2)).toEqual(['disconnected', 'connected'])
    await backplane.publish('t', Buffer.from('back'))
    expect(await inbox.atLeast(1)).toEqual([Buffer.from('back')])
    expect(states.received).toHaveLength(2)
    expect(pids).toHaveLength(2)
    await backplane.close()
  })

  it('disconnects when the server does not answer within query_timeout, and then reconnects', async () => {
    const [names, link] = [freshNames(), await openCuttableLink(server.url)]
    const backplane = postgresBackplane({ connect: () => connect(link.url, { query_timeout: 100 }), ...names })
    await waitForBackplaneConnection(backplane)
    const [changes, inbox] = [new Inbox<unknown[]>(), new Inbox()]
    backplane.onChange((...change) => changes.receive(change))
    await backplane.subscribe('t', inbox.receive)
    link.stall()
    await backplane.publish('t', Buffer.from('lost'))
    expect(changes.received).toEqual([['disconnected', new Error('Query read timeout')]])
    expect((await changes.atLeast(2)).map(([state]) => state)).toEqual(['disconnected', 'connected'])
    await backplane.publish('t', Buffer.from('back'))
    expect(await inbox.atLeast(1)).toEqual([Buffer.from('back')])
    await backplane.close()
    await link.close()
  })

  it('creates its table without an error when five backplanes open at the same time', async () => {
    const names = freshNames()
    const backplanes = await Promise.all(Array.from({ length: 5 }, () => open(server.url, names)))
    const { rows } = await admin.query(`select count(*)::int as n from ${pg.escapeIdentifier(names.table)}`)
    expect(rows).toEqual([{ n: 0 }])
    await Promise.all(backplanes.map((backplane) => backplane.close()))
  })

  it('stores large messages in its table for a minute, and does not store small messages', async () => {
    const names = freshNames()
    const backplane = await open(server.url, names)
    const table = pg.escapeIdentifier(names.table)
    const sizes = async () => {
      const { rows } = await admin.query(`select length(body) as n from ${table} order by n`)
      return rows.map(({ n }) => n)
    }
    await backplane.publish('t', Buffer.alloc(5000))
    expect(await sizes()).toEqual([])
    await backplane.publish('t', Buffer.alloc(6000))
    await backplane.publish('t', Buffer.alloc(9000))
    expect(await sizes()).toEqual([8000, 12_000])
    await admin.query(`update ${table} set sent_at = now() - interval '61 seconds' where length(body) = 8000`)
    await backplane.publish('t', Buffer.alloc(30_000))
    expect(await sizes()).toEqual([12_000, 40_000])
    await backplane.close()
  })

  it('is disconnected when the server refuses messages, until the server accepts a message', async () => {
    const names = freshNames()
    const [backplane, inbox] = [await open(server.url, names), new Inbox()]
    const changes = new Inbox<unknown[]>()
    backplane.onChange((...change) => changes.receive(change))
    await backplane.subscribe('t', inbox.receive)
    await admin.query(`drop table ${pg.escapeIdentifier(names.table)}`)
    for (let lost = 0; lost < 2; lost++) await backplane.publish('t', Buffer.alloc(10_000))
    expect(changes.received).toMatchObject([['disconnected', { message: expect.stringContaining('does not exist') }]])
    await backplane.publish('t', Buffer.from('1'))
    expect(await inbox.atLeast(1)).toEqual([Buffer.from('1')])
    expect((await changes.atLeast(2)).map(([state]) => state)).toEqual(['disconnected', 'connected'])
    await backplane.close()
  })

  it('ignores notifications that another program sends on its channel', async () => {
    const names = freshNames()
    const [backplane, inbox] = [await open(server.url, names), new Inbox()]
    await backplane.subscribe('t', inbox.receive)
    for (const payload of ['', '.', 'x.1.AAAA', 'nonsense']) {
      await admin.query('select pg_notify($1, $2)', [names.channel, payload])
    }
    await backplane.publish('t', Buffer.from('1'))
    expect(await inbox.atLeast(1)).toEqual([Buffer.from('1')])
    await backplane.close()
  })

  it.each([{ channel: '' }, { channel: 'x'.repeat(64) }, { table: 'ö'.repeat(32) }])(
    'throws for the empty or too long channel or table name in %j',
    (names) => {
      const connect = () => Promise.reject(new Error('not wanted'))
      expect(() => postgresBackplane({ connect, ...names })).toThrow(RangeError)
    },
  )
})
