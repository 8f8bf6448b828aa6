import { setTimeout as wait } from 'node:timers/promises'
import type { BackplaneState } from '@hobohat/hub'
import { Inbox, type OwnPostgresServer, startOwnPostgres, waitForBackplaneConnection } from '@hobohat/hub/testing'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { connectDatabase, type Database, openDatabase, openDatabaseWhenUp, retryWhileDown } from './db/database.ts'
import { DatabaseUnavailableError } from './db/unavailable.ts'
import { openBackplane } from './features/live/backplane.ts'
import type { OutboxSender } from './outbox/deliver.ts'
import { createMailOutboxSender } from './outbox/mail-sender.ts'
import { enqueueMail } from './outbox/outbox.ts'
import { startBackgroundWorker } from './outbox/worker.ts'
import { createTestApp } from './testing/app.ts'
import { fixtureContents, writeTemporaryFixture } from './testing/fixture-build.ts'
import { createKitchen } from './testing/kitchens.ts'
import { defineOutageTests, type RunDuringOutage, startStopwatch } from './testing/outages.ts'
import { createRecordingLog, exampleMail, getOnlyOutboxRow } from './testing/outbox.ts'
import { buildDatabaseUrl, runStatement } from './testing/postgres-template.ts'
import { runServerProcess } from './testing/run-server.ts'

let postgres: OwnPostgresServer
let made = 0

beforeAll(async () => {
  postgres = await startOwnPostgres()
})
afterAll(() => postgres.stop())

async function emptyDatabase(): Promise<string> {
  const name = `outage_${++made}`
  await runStatement(postgres.url, `create database ${name}`)
  return buildDatabaseUrl(postgres.url, name)
}

/** Opens a database, and closes it at the end of the test. */
async function open(opener = openDatabase): Promise<Database> {
  const db = await opener({ url: await emptyDatabase(), file: '' })
  onTestFinished(() => db.destroy())
  return db
}

/** Kills the Postgres server, runs the function, and starts the server again. */
const outage: RunDuringOutage = async (meanwhile) => {
  await postgres.crash()
  try {
    return await meanwhile()
  } finally {
    await postgres.restart()
  }
}

/** Pauses every process of the Postgres server while the function runs. */
const freeze: RunDuringOutage = async (meanwhile) => {
  postgres.freeze()
  try {
    return await meanwhile()
  } finally {
    postgres.thaw()
  }
}

const [comments, notices] = ['/comments/about', '/notifications']
const inventedCursor = `${comments}?after=${Array(2).fill('00000000-0000-0000-0000-000000000000').join('.')}`
const guest = { method: 'POST', url: '/auth/guestcheckout', payload: { name: 'Jo', email: 'jo@example.org' } } as const

/** Checks that pages, and comments and menus that were read before, are served. Other calls must get 503 within 2 s. */
async function serveThrough(away: RunDuringOutage): Promise<void> {
  const db = await open()
  const app = createTestApp({ db })
  const { slug } = await createKitchen({ db }, {})
  const last = [comments, '/api/kitchens', `/api/kitchens/${slug}`]
  const read = () => Promise.all(last.map(async (path) => (await app.inject(path)).body))
  const [before] = await Promise.all([read(), app.inject(inventedCursor)])
  await away(async () => {
    expect(await read()).toEqual(before)
    for (const call of ['/comments/home', inventedCursor, guest]) {
      const elapsed = startStopwatch()
      const { statusCode, headers, json } = await app.inject(call)
      expect(elapsed()).toBeLessThan(2_000)
      expect([statusCode, json().code, headers['retry-after']]).toEqual([503, 'database_unavailable', '5'])
    }
    expect((await app.inject('/about')).body).toContain(fixtureContents.about)
    expect((await app.inject('/readyz')).statusCode).toBe(503)
  })
  for (const call of [comments, inventedCursor, guest]) expect((await app.inject(call)).statusCode).toBe(200)
}

/**
 * Checks that an open transaction with a write fails in an outage of Postgres and stores nothing.
 * @returns the time until the failure in milliseconds
 */
async function loseTransaction(away: RunDuringOutage, run: (tx: Database, down: Promise<void>) => Promise<unknown>) {
  const db = await open()
  const [begun, down] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const transaction = db.transaction().execute(async (tx) => {
    await tx.insertInto('signing_keys').values({ id: '1', private_jwk: '', public_jwk: '', created_at: 1 }).execute()
    begun.resolve()
    await run(tx, down.promise)
  })
  const failed = expect(transaction).rejects.toThrow(DatabaseUnavailableError)
  await begun.promise
  const ms = await away(async () => {
    const elapsed = startStopwatch()
    down.resolve()
    await failed
    return elapsed()
  })
  expect(await db.selectFrom('signing_keys').selectAll().execute()).toEqual([])
  return ms
}

defineOutageTests(outage, {
  'after Postgres is killed, pages are served, and reads and writes are answered 503 within 2 s each': serveThrough,

  'when Postgres is killed, the running query fails, and the next query uses the restarted Postgres': async (away) => {
    const db = await open(connectDatabase)
    const running = sql`select pg_sleep(60)`.execute(db)
    const failed = expect(running).rejects.toThrow(DatabaseUnavailableError)
    await wait(50)
    await away(() => failed)
    expect((await sql`select 1 as n`.execute(db)).rows).toEqual([{ n: 1 }])
  },

  'when Postgres is killed between two statements of a transaction, no change of the transaction is stored': async (
    away,
  ) => {
    await loseTransaction(away, (_, down) => down)
  },

  'when Postgres is killed during a statement of a transaction, no change of the transaction is stored': async (
    away,
  ) => {
    await loseTransaction(away, (tx) => sql`select pg_sleep(60)`.execute(tx))
  },

  'when Postgres is killed under load, the process of a site continues, and uses Postgres again after its restart':
    async (away) => {
      const server = runServerProcess(writeTemporaryFixture(), { DATABASE_URL: await emptyDatabase() })
      const origin = `http://127.0.0.1:${await server.port}`
      const statuses = new Set<number>()
      let isOver = false
      const load = Array.from({ length: 20 }, async () => {
        while (!isOver) {
          const { status } = await fetch(origin + notices)
          statuses.add(status)
          // Pauses, because other tests use the machine at the same time.
          if (status === 503) await wait(100)
        }
      })
      await wait(200)
      await away(() => wait(500))
      await expect.poll(() => fetch(origin + notices).then(({ status }) => status), { timeout: 15_000 }).toBe(200)
      isOver = true
      await Promise.all(load)
      expect([...statuses].sort()).toEqual([200, 503])
      server.kill('SIGTERM')
      expect(await server.ended).toEqual({ code: 0, complaints: '' })
    },

  'a site that is started before Postgres reports once that it waits, and starts after Postgres has started': async (
    away,
  ) => {
    const url = await emptyDatabase()
    const server = await away(async () => {
      const started = runServerProcess(writeTemporaryFixture(), { DATABASE_URL: url })
      await expect.poll(started.complaints, { timeout: 20_000 }).toContain('The site starts as soon as it answers.')
      await wait(2_500)
      return started
    })
    const origin = `http://127.0.0.1:${await server.port}`
    expect((await fetch(origin + comments)).status).toBe(200)
    server.kill('SIGTERM')
    const { code, complaints } = await server.ended
    expect(code).toBe(0)
    expect(complaints).toMatch(/^The database at \S+ cannot be used: [^\n]+\n$/)
  },

  'mail that is due in an outage of Postgres is sent after the outage, and the log has one line about the outage':
    async (away) => {
      const [db, { log, lines }] = [await open(), createRecordingLog()]
      const worker = startBackgroundWorker({
        db,
        log,
        senders: [createMailOutboxSender(null)],
        jobs: [{ everyMs: 1, run: () => sql`select 1`.execute(db) }],
      })
      onTestFinished(() => worker.stop())
      await away(async () => {
        await expect
          .poll(() => lines)
          .toContainEqual(expect.objectContaining({ message: 'the outbox waits for the database' }))
        await wait(1_000)
      })
      await enqueueMail(db, exampleMail)
      await expect
        .poll(() => lines, { timeout: 15_000 })
        .toContainEqual(expect.objectContaining({ message: 'the database is back' }))
      await expect.poll(async () => (await getOnlyOutboxRow(db)).state, { timeout: 15_000 }).toBe('kept')
      expect(lines.filter(({ message }) => message === 'the outbox waits for the database')).toHaveLength(1)
    },

  'the backplane loses messages that are published in an outage of Postgres, and keeps its subscriptions': async (
    away,
  ) => {
    const backplane = await openBackplane({ postgres: await emptyDatabase() })
    if (!backplane) throw new Error('There is no backplane.')
    onTestFinished(() => backplane.close())
    const [states, inbox] = [new Inbox<BackplaneState>(), new Inbox()]
    await waitForBackplaneConnection(backplane)
    backplane.onChange(states.receive)
    await backplane.subscribe('t', inbox.receive)
    await away(async () => {
      expect(await states.atLeast(1)).toEqual(['disconnected'])
      await backplane.publish('t', Buffer.from('lost'))
    })
    expect(await states.atLeast(2)).toEqual(['disconnected', 'connected'])
    await backplane.publish('t', Buffer.from('back'))
    expect(await inbox.atLeast(1)).toEqual([Buffer.from('back')])
  },
})

defineOutageTests(freeze, {
  'while Postgres is frozen, pages are served, and reads and writes are answered 503 within 2 s each': serveThrough,

  'while Postgres is frozen, calls that wait for a free connection also fail within 2 s': async (away) => {
    const db = await open()
    await away(async () => {
      const elapsed = startStopwatch()
      const calls = Array.from({ length: 50 }, () => db.selectFrom('users').select('id').execute())
      const ends = await Promise.allSettled(calls)
      expect(elapsed()).toBeLessThan(2_000)
      for (const end of ends) expect(end).toMatchObject({ reason: expect.any(DatabaseUnavailableError) })
    })
    expect(await db.selectFrom('users').select('id').execute()).toEqual([])
  },

  'when Postgres freezes during a transaction, the transaction fails within 7 s, and no change of the transaction is stored':
    async (away) => {
      const statement = (tx: Database, down: Promise<void>) => down.then(() => sql`select 1`.execute(tx))
      expect(await loseTransaction(away, statement)).toBeLessThan(7_000)
    },

  'a site exits with code 0 on SIGTERM while Postgres is frozen': async (away) => {
    const server = runServerProcess(writeTemporaryFixture(), { DATABASE_URL: await emptyDatabase() })
    await fetch(`http://127.0.0.1:${await server.port}${comments}`)
    await away(async () => {
      server.kill('SIGTERM')
      expect(await server.ended).toEqual({ code: 0, complaints: '' })
    })
  },
})

test('the start of a site repeats its preparation when Postgres is killed during the preparation', async () => {
  const location = { url: await emptyDatabase(), file: '' }
  const messages: string[] = []
  let attempts = 0
  const prepare = async (db: Database) => {
    if (++attempts === 1) await postgres.crash()
    await sql`select 1`.execute(db)
    return attempts
  }
  const waiting = (message: string) => {
    messages.push(message)
    void postgres.restart()
  }
  const db = await openDatabaseWhenUp(location, waiting)
  onTestFinished(() => db.destroy())
  const prepared = await retryWhileDown(location, () => prepare(db), waiting)
  expect([attempts > 1, prepared, messages.length]).toEqual([true, attempts, 1])
})

test('a mail that one process commits is sent at once by another process', async () => {
  const location = { url: await emptyDatabase(), file: '' }
  await (await openDatabase(location)).destroy()
  const process = async (senders: OutboxSender[]) => {
    const [db, backplane] = [await connectDatabase(location), await openBackplane({ postgres: location.url })]
    const worker = startBackgroundWorker({ db, log: createRecordingLog().log, senders, backplane })
    onTestFinished(async () => {
      await worker.stop()
      await backplane?.close()
      await db.destroy()
    })
    if (backplane) await waitForBackplaneConnection(backplane)
    return db
  }
  const [db] = [await process([]), await process([createMailOutboxSender(null)])]
  // The worker's first run can find only the first mail, so commits must wake the worker for the others.
  for (const count of [1, 2, 3]) {
    await db.transaction().execute((tx) => enqueueMail(tx, exampleMail))
    const kept = db.selectFrom('outbox').select('id').where('state', '=', 'kept')
    await expect.poll(() => kept.execute(), { timeout: 20_000 }).toHaveLength(count)
  }
})

test('calls that wait for a free connection do not fail while Postgres answers slowly but steadily', async () => {
  const db = await open()
  const rounds = Array.from({ length: 30 }, () => sql`select pg_sleep(1.3)`.execute(db))
  expect(await Promise.allSettled(rounds)).not.toContainEqual(expect.objectContaining({ status: 'rejected' }))
})
