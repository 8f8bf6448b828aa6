import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import { getDatabaseFilePath } from './data-dir.ts'
import { type Database, openDatabase } from './db/database.ts'
import { writeSetting } from './db/settings.ts'
import { startBackgroundWorker } from './outbox/worker.ts'
import { createLogRecorder, createTestApp } from './testing/app.ts'
import { fixtureContents, writeTemporaryFixture } from './testing/fixture-build.ts'
import { runServerProcess } from './testing/run-server.ts'

/** Creates a site on a database in its own folder. */
async function openSite() {
  const root = mkdtempSync(join(tmpdir(), 'site-outage-'))
  const folder = join(root, 'data')
  mkdirSync(folder)
  const db = await openDatabase({ file: getDatabaseFilePath(folder) })
  onTestFinished(async () => {
    await db.destroy()
    rmSync(root, { recursive: true })
  })
  return { app: createTestApp({ db }), db, folder }
}

const guest = { method: 'POST', url: '/auth/guestcheckout', payload: { name: 'Jo', email: 'jo@example.org' } } as const

/** Requests /readyz at a later time of the clock, so that the result of the last check is not reused. */
async function readiness(app: FastifyInstance) {
  const now = performance.now()
  const clock = vi.spyOn(performance, 'now').mockReturnValue(now + 60_000 * ++checks)
  const { statusCode, headers } = await app.inject('/readyz')
  clock.mockRestore()
  return [statusCode, headers['retry-after']]
}
let checks = 0

async function rows(db: Database) {
  return (await db.selectFrom('users').select('id').execute()).length
}

const setPages = (db: Database, pages: string) => sql.raw(`pragma max_page_count = ${pages}`).execute(db)

test.each<[string, (db: Database, folder: string) => unknown, (db: Database, folder: string) => unknown]>([
  [
    'DATA_DIR is missing',
    (_, folder) => renameSync(folder, `${folder}.away`),
    (_, folder) => renameSync(`${folder}.away`, folder),
  ],
  [
    'another file has the name of the database',
    (_, folder) => {
      renameSync(getDatabaseFilePath(folder), getDatabaseFilePath(`${folder}-old`))
      writeFileSync(getDatabaseFilePath(folder), '')
    },
    (_, folder) => renameSync(getDatabaseFilePath(`${folder}-old`), getDatabaseFilePath(folder)),
  ],
  ['the disk is full', fillDisk, (db) => setPages(db, '1000000')],
  [
    'the database is read-only',
    (db) => sql`pragma query_only = on`.execute(db),
    (db) => sql`pragma query_only = off`.execute(db),
  ],
])(
  'while %s, writes are answered 503 and not stored, and pages and comments are served; afterwards the site recovers without a restart',
  async (what, breakIt, mendIt) => {
    const { app, db, folder } = await openSite()
    if (what.startsWith('another')) mkdirSync(`${folder}-old`)
    expect(await readiness(app)).toEqual([200, undefined])
    await breakIt(db, folder)
    const answer = await app.inject(guest)
    expect([answer.statusCode, answer.json().code]).toEqual([503, 'database_unavailable'])
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
    expect(await rows(db)).toBe(0)
    expect(await readiness(app)).toEqual([503, '5'])
    expect((await app.inject('/about')).body).toContain(fixtureContents.about)
    expect((await app.inject('/comments/about')).statusCode).toBe(200)
    await mendIt(db, folder)
    expect((await app.inject(guest)).statusCode).toBe(200)
    expect(await readiness(app)).toEqual([200, undefined])
  },
)

/** Makes each write need more space than the database file may have. */
async function fillDisk(db: Database) {
  for (const table of ['users', 'settings']) {
    const large = `insert into vapid_keys select abs(random()), hex(zeroblob(50000)), '', 1`
    await sql.raw(`create trigger ${table}_large before insert on ${table} begin ${large}; end`).execute(db)
  }
  await setPages(db, '1')
}

test('simultaneous requests for /readyz cause one write to the database', async () => {
  const { app, db } = await openSite()
  const changes = async () => (await sql<{ n: number }>`select total_changes() as n`.execute(db)).rows[0]?.n ?? 0
  const before = await changes()
  const answers = await Promise.all(Array.from({ length: 100 }, () => app.inject('/readyz')))
  expect(answers.every(({ statusCode }) => statusCode === 200)).toBe(true)
  expect((await changes()) - before).toBe(1)
})

test('the start fails with one sentence when DATA_DIR cannot be created', async () => {
  const { code, complaints } = await runServerProcess(writeTemporaryFixture(), { DATA_DIR: '/proc/x/y' }).ended
  expect(code).toBe(1)
  expect(complaints).toMatch(
    /^DATA_DIR \/proc\/x\/y does not exist and cannot be created in \/proc\. Create it: sudo install -d -o \S+ -m 700 \/proc\/x\/y, or choose another folder\.\n$/,
  )
})

test('while the database file is missing, the log has one line about the outage, which says what to do', async () => {
  const { db, folder } = await openSite()
  const { logger, lines } = createLogRecorder()
  const { log } = createTestApp({ db, logger })
  let reads = 0
  const jobs = [
    { everyMs: 1, run: () => writeSetting(db, 'test', Date.now()) },
    { everyMs: 1, run: () => rows(db).then(() => reads++) },
  ]
  const outbox = startBackgroundWorker({ db, log, senders: [], jobs })
  onTestFinished(() => outbox.stop())
  const messages = () => lines().map(({ msg }) => msg)
  await vi.waitFor(() => expect(reads).toBeGreaterThan(0))
  renameSync(getDatabaseFilePath(folder), join(folder, 'away'))
  await vi.waitFor(() => expect(messages()).toContain('the outbox waits for the database'))
  const before = reads
  await vi.waitFor(() => expect(reads).toBeGreaterThan(before + 20))
  expect(messages()).toEqual(['the outbox waits for the database'])
  expect(lines()[0]?.err).toMatchObject({
    message: `The database is unavailable: ${getDatabaseFilePath(folder)} is no longer there. Put it back, or stop the site and restore a backup: npm run restore -- FOLDER.`,
  })
  renameSync(join(folder, 'away'), getDatabaseFilePath(folder))
  await vi.waitFor(() => expect(messages()).toEqual(['the outbox waits for the database', 'the database is back']))
})
