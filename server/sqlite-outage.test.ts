import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import { backupCommand } from './backup-command.ts'
import { createBackup } from './backups/create-backup.ts'
import { databaseFile } from './data-dir.ts'
import { type Database, openDatabase } from './db/database.ts'
import { writeSetting } from './db/settings.ts'
import { doctorCommand } from './doctor.ts'
import { startOutbox } from './outbox/worker.ts'
import { createTestApp, recordLog } from './testing/app.ts'
import { fixture, writeFixtureBuild } from './testing/fixture-build.ts'
import { runCommand } from './testing/run-command.ts'
import { runServer } from './testing/run-server.ts'

/** Creates a site on a database in its own folder. */
async function openSite() {
  const root = mkdtempSync(join(tmpdir(), 'site-outage-'))
  const folder = join(root, 'data')
  mkdirSync(folder)
  const db = await openDatabase({ file: databaseFile(folder) })
  onTestFinished(async () => {
    await db.destroy()
    rmSync(root, { recursive: true })
  })
  return { app: createTestApp({ db }), db, folder }
}

const guest = { method: 'POST', url: '/auth/guestcheckout', payload: { name: 'Jo', email: 'jo@example.org' } } as const

/** Checks readiness, as if the last check were long ago. */
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
      renameSync(databaseFile(folder), databaseFile(`${folder}-old`))
      writeFileSync(databaseFile(folder), '')
    },
    (_, folder) => renameSync(databaseFile(`${folder}-old`), databaseFile(folder)),
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
    expect((await app.inject('/about')).body).toContain(fixture.about)
    expect((await app.inject('/comments/about')).statusCode).toBe(200)
    await mendIt(db, folder)
    expect((await app.inject(guest)).statusCode).toBe(200)
    expect(await readiness(app)).toEqual([200, undefined])
  },
)

/** Prevents the database from growing; every write needs more room. */
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

test.each([
  ['the empty file', 'empty', 'site.sqlite', ''],
  ['the write-ahead log', 'missing', 'site.sqlite-wal', 'what was written last'],
])(
  'when the database is lost and only %s is left, the start fails and the doctor finds the same fault',
  async (_, loss, name, content) => {
    const root = writeFixtureBuild()
    const folder = join(root, 'data')
    mkdirSync(folder)
    writeFileSync(join(folder, name), content)
    const { code, complaints } = await runServer(root).ended
    const file = databaseFile(folder)
    const text = `The database ${file} is ${loss}.`
    const remedy = `Restore a backup: npm run restore -- FOLDER. To begin a new site instead, move what begins with ${file} to another folder.`
    expect([code, complaints]).toEqual([1, `${text} ${remedy}\n`])
    expect((await runCommand(doctorCommand, { DATA_DIR: folder, BUILD_DIR: join(root, 'dist') }, [])).stdout).toContain(
      `✗ ${text}\n  ${remedy}\n`,
    )
  },
)

test('when the database is missing and there are backups, the start and the doctor name the newest backup', async () => {
  const root = writeFixtureBuild()
  const [folder, backupDir] = [join(root, 'data'), join(root, 'backups')]
  const location = { file: databaseFile(folder) }
  mkdirSync(folder)
  await (await openDatabase(location)).destroy()
  const data = { location, dataDir: folder, backupDir, version: null }
  for (const name of ['2026-11-25T03-00-00Z', '2026-11-26T03-00-00Z']) await createBackup(data, join(backupDir, name))
  for (const end of ['', '-wal', '-shm']) rmSync(location.file + end, { force: true })
  const text = `The database ${location.file} is missing.`
  const remedy = `Restore the newest backup: npm run restore -- ${join(backupDir, '2026-11-26T03-00-00Z')}. To begin a new site instead, move the backups in ${backupDir} to another folder.`
  const settings = { DATA_DIR: folder, BACKUP_DIR: backupDir, BUILD_DIR: join(root, 'dist') }
  const { code, complaints } = await runServer(root, settings).ended
  expect([code, complaints]).toEqual([1, `${text} ${remedy}\n`])
  expect((await runCommand(doctorCommand, settings, [])).stdout).toContain(`✗ ${text}\n  ${remedy}\n`)
  expect(existsSync(location.file)).toBe(false)
})

test('when the folder of the data is lost as a whole, the start and the doctor refuse to begin anew', async () => {
  const root = writeFixtureBuild()
  const folder = join(root, 'data')
  const settings = { DATA_DIR: folder, BUILD_DIR: join(root, 'dist'), SOURCES_DIR: root }
  const first = runServer(root, settings)
  await first.port
  first.kill('SIGTERM')
  await first.ended
  rmSync(folder, { recursive: true })
  const text = `The database ${databaseFile(folder)} is missing.`
  const remedy = `Restore a backup: npm run restore -- FOLDER. To begin a new site instead, move the file ${join(root, '.databases')} to another folder.`
  const { code, complaints } = await runServer(root, settings).ended
  expect([code, complaints]).toEqual([1, `${text} ${remedy}\n`])
  expect((await runCommand(doctorCommand, settings, [])).stdout).toContain(`✗ ${text}\n  ${remedy}\n`)
  expect(existsSync(databaseFile(folder))).toBe(false)

  const elsewhere = runServer(root, { ...settings, DATA_DIR: join(root, 'other') })
  await elsewhere.port
  expect(elsewhere.complaints()).toBe(
    `A new site begins in ${databaseFile(join(root, 'other'))}. The last new site of this folder was in ${databaseFile(folder)}: set DATA_DIR to ${folder} to go on with it.\n`,
  )
})

test('the doctor and a backup name the newest backup when a table of the database is damaged', async () => {
  const root = writeFixtureBuild()
  const [folder, backupDir] = [join(root, 'data'), join(root, 'backups')]
  const location = { file: databaseFile(folder) }
  mkdirSync(folder)
  const db = await openDatabase(location)
  for (let key = 0; key < 50; key++) await writeSetting(db, `test ${key}`, 'x'.repeat(1_000))
  await db.destroy()
  await createBackup({ location, dataDir: folder, backupDir, version: null }, join(backupDir, 'by hand'))
  // The last pages of the file have rows of the settings.
  const bytes = readFileSync(location.file)
  writeFileSync(location.file, bytes.fill(7, bytes.length - 20_000))
  const settings = { DATA_DIR: folder, BACKUP_DIR: backupDir, BUILD_DIR: join(root, 'dist') }
  const damage = `The database ${location.file} is damaged.`
  const remedy = `Restore the newest backup: npm run restore -- ${join(backupDir, 'by hand')}.`
  expect((await runCommand(doctorCommand, settings, [])).stdout).toContain(`✗ ${damage}\n  ${remedy} To begin`)
  const { code, stderr } = await runCommand(backupCommand, settings, ['create', join(root, 'new')])
  expect(code).toBe(1)
  expect(stderr).toMatch(`The backup could not be made. ${damage} ${remedy}`)
})

test('the start fails with one sentence when DATA_DIR cannot be created', async () => {
  const { code, complaints } = await runServer(writeFixtureBuild(), { DATA_DIR: '/proc/x/y' }).ended
  expect(code).toBe(1)
  expect(complaints).toMatch(
    /^DATA_DIR \/proc\/x\/y does not exist and cannot be created in \/proc\. Create it: sudo install -d -o \S+ -m 700 \/proc\/x\/y, or choose another folder\.\n$/,
  )
})

test('while the database file is missing, the log has one line about the outage, which says what to do', async () => {
  const { db, folder } = await openSite()
  const { logger, lines } = recordLog()
  const { log } = createTestApp({ db, logger })
  let reads = 0
  const jobs = [
    { everyMs: 1, run: () => writeSetting(db, 'test', Date.now()) },
    { everyMs: 1, run: () => rows(db).then(() => reads++) },
  ]
  const outbox = startOutbox({ db, log, senders: [], jobs })
  onTestFinished(() => outbox.stop())
  const messages = () => lines().map(({ msg }) => msg)
  await vi.waitFor(() => expect(reads).toBeGreaterThan(0))
  renameSync(databaseFile(folder), join(folder, 'away'))
  await vi.waitFor(() => expect(messages()).toContain('the outbox waits for the database'))
  const before = reads
  await vi.waitFor(() => expect(reads).toBeGreaterThan(before + 20))
  expect(messages()).toEqual(['the outbox waits for the database'])
  expect(lines()[0]?.err).toMatchObject({
    message: `The database is unavailable: ${databaseFile(folder)} is no longer there. Put it back, or stop the site and restore a backup: npm run restore -- FOLDER.`,
  })
  renameSync(join(folder, 'away'), databaseFile(folder))
  await vi.waitFor(() => expect(messages()).toEqual(['the outbox waits for the database', 'the database is back']))
})
