import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { runBackupCommand } from './backup-command.ts'
import { createBackup } from './backups/create-backup.ts'
import { getDatabaseFilePath, readDatabaseLocation } from './data-dir.ts'
import { formatDatabaseName, openDatabase, toDatabaseProblem } from './db/database.ts'
import { writeSetting } from './db/settings.ts'
import { LostDatabaseError } from './db/sqlite-file.ts'
import { runDoctorCommand } from './doctor.ts'
import { provisionEmptyDatabaseLocation } from './testing/database.ts'
import { writeTemporaryFixture } from './testing/fixture-build.ts'
import { runStatement } from './testing/postgres-template.ts'
import { runCommandInThisProcess } from './testing/run-command.ts'
import { runServerProcess } from './testing/run-server.ts'

const MOUNT = 'Mount its disk or put it back; otherwise stop the site and restore'

test('when the database of a site is lost with all other data, the start and the doctor fail with advice', async () => {
  const root = writeTemporaryFixture()
  const { url, file } = await provisionEmptyDatabaseLocation()
  const folder = dirname(file)
  const settings = {
    ...(url ? { DATABASE_URL: url } : { DATA_DIR: folder }),
    ...{ BUILD_DIR: join(root, 'dist'), SOURCES_DIR: root },
  }
  const first = runServerProcess(root, settings)
  await first.port
  first.kill('SIGTERM')
  await first.ended
  if (url) await runStatement(url, 'drop schema public cascade; create schema public')
  else rmSync(folder, { recursive: true })
  const text = url
    ? `The database at ${formatDatabaseName({ url, file })} is empty.`
    : `The database ${getDatabaseFilePath(folder)} is missing.`
  const remedy = `${url ? 'Restore' : MOUNT} a backup: npm run restore -- FOLDER. To begin a new site instead, move the file ${join(root, '.databases')} to another folder.`
  const { code, complaints } = await runServerProcess(root, settings).ended
  expect([code, complaints]).toEqual([1, `${text} ${remedy}\n`])
  expect((await runCommandInThisProcess(runDoctorCommand, settings, [])).stdout).toContain(`✗ ${text}\n  ${remedy}\n`)
})

test.each([
  ['an existing file', (root: string) => join(root, 'elsewhere'), (root: string) => `set DATA_DIR to ${root}`],
  ['a Postgres database', () => '127.0.0.1:5432/site', () => 'set DATABASE_URL to its address'],
])(
  'when the site was started before with %s, a start with a new DATA_DIR fails and names the former database',
  async (_, name, setting) => {
    const root = writeTemporaryFixture()
    const other = name(root)
    writeFileSync(join(root, 'elsewhere'), '')
    writeFileSync(join(root, '.databases'), `${other}\n${join(root, 'gone')}\n`)
    const settings = { DATA_DIR: join(root, 'data'), BUILD_DIR: join(root, 'dist'), SOURCES_DIR: root }
    const { code, complaints } = await runServerProcess(root, settings).ended
    const text = `The database ${getDatabaseFilePath(settings.DATA_DIR)} is missing.`
    const remedy = `The site was started from this folder with the database ${other}: ${setting(root)}. To begin a new site instead, move the file ${join(root, '.databases')} to another folder.`
    expect([code, complaints]).toEqual([1, `${text} ${remedy}\n`])
    expect((await runCommandInThisProcess(runDoctorCommand, settings, [])).stdout).toContain(`✗ ${text}\n  ${remedy}\n`)
  },
)

test('a start warns when the site was last started with another database', async () => {
  const root = writeTemporaryFixture()
  const [former, later] = [join(root, 'data'), join(root, 'elsewhere')]
  for (const folder of [former, later]) {
    mkdirSync(folder)
    await (await openDatabase({ file: getDatabaseFilePath(folder) })).destroy()
  }
  const record = join(root, '.databases')
  writeFileSync(record, `${getDatabaseFilePath(former)}\n${getDatabaseFilePath(later)}\n`)
  const settings = { DATA_DIR: former, BUILD_DIR: join(root, 'dist'), SOURCES_DIR: root }
  const text = `The site was started from this folder with the database ${getDatabaseFilePath(later)}, and now it is ${getDatabaseFilePath(former)}.`
  const remedy = `If that is not intended, for example because .env was lost, stop the site and set DATA_DIR to ${later}.`
  expect((await runCommandInThisProcess(runDoctorCommand, settings, [])).stdout).toContain(`! ${text}\n  ${remedy}\n`)
  const start = async () => {
    const site = runServerProcess(root, settings)
    await site.port
    site.kill('SIGTERM')
    return (await site.ended).complaints
  }
  expect(await start()).toBe(`${text} ${remedy}\n`)
  // The second start does not warn again, because the first start has recorded that this database was used last.
  expect(await start()).toBe('')
  expect(readFileSync(record, 'utf8')).toBe(`${getDatabaseFilePath(later)}\n${getDatabaseFilePath(former)}\n`)
})

test('the error about an empty Postgres names the SQLite file with which the site was last started', async () => {
  const root = writeTemporaryFixture()
  const sqlite = join(root, 'site.sqlite')
  writeFileSync(sqlite, '')
  writeFileSync(join(root, '.databases'), `${sqlite}\n`)
  const settings = { DATA_DIR: root, BACKUP_DIR: join(root, 'backups'), SOURCES_DIR: root }
  const at = readDatabaseLocation({ ...settings, DATABASE_URL: 'postgres://ada:secret@127.0.0.1:1/site' })
  expect(toDatabaseProblem(at, new LostDatabaseError('empty'))).toEqual({
    text: 'The database at 127.0.0.1:1/site is empty.',
    remedy: `The site was started from this folder with the database ${sqlite}: remove DATABASE_URL and set DATA_DIR to ${root}. To begin a new site instead, move the file ${join(root, '.databases')} to another folder.`,
  })
  // When Postgres is the last entry of the record, the owner has changed to Postgres on purpose.
  writeFileSync(join(root, '.databases'), `${sqlite}\n127.0.0.1:1/site\n`)
  expect(readDatabaseLocation({ ...settings, DATABASE_URL: 'postgres://127.0.0.1:1/site' }).other).toBeUndefined()
})

test.each([
  ['the empty file', 'empty', 'site.sqlite', ''],
  ['the write-ahead log', 'missing', 'site.sqlite-wal', 'what was written last'],
])(
  'when the database is lost and only %s is left, the start fails and the doctor finds the same fault',
  async (_, loss, name, content) => {
    const root = writeTemporaryFixture()
    const folder = join(root, 'data')
    mkdirSync(folder)
    writeFileSync(join(folder, name), content)
    const { code, complaints } = await runServerProcess(root).ended
    const file = getDatabaseFilePath(folder)
    const text = `The database ${file} is ${loss}.`
    const command = `npm run restore -- FOLDER${loss === 'empty' ? ' --overwrite' : ''}`
    const remedy = `${loss === 'empty' ? 'Restore' : MOUNT} a backup: ${command}. To begin a new site instead, move what begins with ${file} to another folder.`
    expect([code, complaints]).toEqual([1, `${text} ${remedy}\n`])
    expect(
      (await runCommandInThisProcess(runDoctorCommand, { DATA_DIR: folder, BUILD_DIR: join(root, 'dist') }, [])).stdout,
    ).toContain(`✗ ${text}\n  ${remedy}\n`)
  },
)

test('when the database is missing and there are backups, the start and the doctor name the newest backup', async () => {
  const root = writeTemporaryFixture()
  const [folder, backupDir] = [join(root, 'data'), join(root, 'backups')]
  const location = { file: getDatabaseFilePath(folder) }
  mkdirSync(folder)
  await (await openDatabase(location)).destroy()
  const data = { location, dataDir: folder, backupDir, version: null }
  for (const name of ['2026-11-25T03-00-00Z', '2026-11-26T03-00-00Z']) await createBackup(data, join(backupDir, name))
  for (const end of ['', '-wal', '-shm']) rmSync(location.file + end, { force: true })
  const text = `The database ${location.file} is missing.`
  const remedy = `${MOUNT} the newest backup: npm run restore -- ${join(backupDir, '2026-11-26T03-00-00Z')}. To begin a new site instead, move the backups in ${backupDir} to another folder.`
  const settings = { DATA_DIR: folder, BACKUP_DIR: backupDir, BUILD_DIR: join(root, 'dist') }
  const { code, complaints } = await runServerProcess(root, settings).ended
  expect([code, complaints]).toEqual([1, `${text} ${remedy}\n`])
  expect((await runCommandInThisProcess(runDoctorCommand, settings, [])).stdout).toContain(`✗ ${text}\n  ${remedy}\n`)
  expect(existsSync(location.file)).toBe(false)
})

test('the doctor and a backup name the newest backup when a table of the database is damaged', async () => {
  const root = writeTemporaryFixture()
  const [folder, backupDir] = [join(root, 'data'), join(root, 'backups')]
  const location = { file: getDatabaseFilePath(folder) }
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
  const remedy = `Restore the newest backup: npm run restore -- ${join(backupDir, 'by hand')} --overwrite.`
  expect((await runCommandInThisProcess(runDoctorCommand, settings, [])).stdout).toContain(
    `✗ ${damage}\n  ${remedy} To begin`,
  )
  const { code, stderr } = await runCommandInThisProcess(runBackupCommand, settings, ['create', join(root, 'new')])
  expect(code).toBe(1)
  expect(stderr).toMatch(`The backup could not be made. ${damage} ${remedy}`)
})
