import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, inject, onTestFinished, test, vi } from 'vitest'
import { DAY_MS } from '#contract/limits.ts'
import { listBackups } from './backups/backup-folder.ts'
import { createBackupAndPruneOld } from './backups/scheduled-backup.ts'
import { checkBackupAge } from './check-machine.ts'
import { runScheduledBackupProcess } from './spawn-backup.ts'
import { createBackupSite, startPostgresForTestFile } from './testing/backups.ts'
import { runStatement } from './testing/postgres-template.ts'

startPostgresForTestFile()

async function createScheduledSite() {
  const { location, root, env } = await createBackupSite()
  const backupDir = join(root, 'backups')
  const make = (keep: number, problems: string[] = []) =>
    createBackupAndPruneOld(
      { location, dataDir: env.DATA_DIR ?? '', backupDir, version: null },
      keep,
      async () => problems,
    )
  return { backupDir, make, env, location }
}

test('a scheduled backup keeps the newest backups, and does not change folders with other names', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 10, 25, 3) })
  const { backupDir, make } = await createScheduledSite()
  await make(2)
  cpSync(join(backupDir, '2026-11-25T03-00-00Z'), join(backupDir, 'mine'), { recursive: true })
  for (let day = 1; day < 4; day++) {
    vi.setSystemTime(Date.UTC(2026, 10, 25 + day, 3))
    await make(2)
  }
  expect(readdirSync(backupDir).sort()).toEqual(['2026-11-27T03-00-00Z', '2026-11-28T03-00-00Z', 'mine'])
  const [newest, ...others] = listBackups(backupDir)
  expect(newest).toMatchObject({ name: '2026-11-28T03-00-00Z', createdAt: Date.now(), bytes: expect.any(Number) })
  expect(others.map(({ name }) => name)).toEqual(['2026-11-27T03-00-00Z', 'mine'])
})

test('a new backup stays when an earlier one was made while the clock was ahead', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2036, 10, 25, 3) })
  const { backupDir, make } = await createScheduledSite()
  await make(1)
  vi.setSystemTime(Date.UTC(2026, 10, 25, 3))
  const ageOfLast = () => checkBackupAge({ BACKUP_DIR: backupDir }).text
  expect(ageOfLast()).toBe(`The clock was ahead when the backups in ${backupDir} were made.`)
  await make(2)
  expect(ageOfLast()).toBe('The last backup is of the last 24 hours.')
  expect(readdirSync(backupDir).sort()).toEqual(['2026-11-25T03-00-00Z', '2036-11-25T03-00-00Z'])
  vi.setSystemTime(Date.UTC(2026, 10, 26, 3))
  expect((await make(2)).name).toBe('2026-11-26T03-00-00Z')
  expect(readdirSync(backupDir).sort()).toEqual(['2026-11-25T03-00-00Z', '2026-11-26T03-00-00Z'])
})

test('with one backup to keep, the new backup stays, and a backup made while the clock was ahead is deleted', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2036, 10, 25, 3) })
  const { backupDir, make } = await createScheduledSite()
  await make(1)
  vi.setSystemTime(Date.UTC(2026, 10, 25, 3))
  await make(1)
  expect(readdirSync(backupDir)).toEqual(['2026-11-25T03-00-00Z'])
})

test('a backup that cannot be restored is deleted, and the older backups stay', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 10, 25, 3) })
  const { backupDir, make } = await createScheduledSite()
  await make(1)
  vi.setSystemTime(Date.UTC(2026, 10, 26, 3))
  await expect(make(1, ['The table orders is missing.'])).rejects.toThrow(
    'The new backup cannot be restored. The table orders is missing.',
  )
  expect(readdirSync(backupDir)).toEqual(['2026-11-25T03-00-00Z'])
})

test('the folder of an interrupted backup is deleted after a day, and is never listed as a backup', async () => {
  const { backupDir, make } = await createScheduledSite()
  const [old, young] = ['2026-11-20T03-00-00Z.partial-7', '2026-11-21T03-00-00Z.partial-8']
  for (const name of [old, young, '2026-11-22T03-00-00Z']) mkdirSync(join(backupDir, name), { recursive: true })
  const before = new Date(Date.now() - 2 * DAY_MS)
  utimesSync(join(backupDir, old), before, before)
  const { name } = await make(5)
  expect(readdirSync(backupDir).sort()).toEqual([young, '2026-11-22T03-00-00Z', name].sort())
  expect(listBackups(backupDir).map((backup) => backup.name)).toEqual([name])
})

if (inject('postgres'))
  test('a check deletes the databases that killed checks have left more than a day ago', async () => {
    const { make, location } = await createScheduledSite()
    const run = (statement: string) => runStatement(location.url ?? '', statement)
    const [old, young] = [Date.now() - 2 * DAY_MS, Date.now()].map((at) => `backup_check_${at}_0123456789ab`)
    for (const name of [old, young]) await run(`create database ${name}`)
    onTestFinished(async () => void (await run(`drop database ${young}`)))
    await make(1)
    expect(await run(`select datname from pg_database where datname in ('${old}', '${young}')`)).toEqual([
      { datname: young },
    ])
  })
else
  test('a check deletes the folders that killed checks have left more than a day ago, and no other folders', async () => {
    const { make } = await createScheduledSite()
    const create = (prefix = 'backup-check-') => mkdtempSync(join(tmpdir(), prefix))
    const [old, young, other] = [create(), create(), create('backup-check-results-')]
    onTestFinished(() => {
      for (const folder of [young, other]) rmSync(folder, { recursive: true })
    })
    const before = new Date(Date.now() - 2 * DAY_MS)
    for (const folder of [old, other]) utimesSync(folder, before, before)
    await make(1)
    expect([old, young, other].map((folder) => existsSync(folder))).toEqual([false, true, true])
  })

test('the server makes a checked backup in a separate process, or gets the reason why it cannot be made', async () => {
  const { backupDir, env } = await createScheduledSite()
  const program = resolve(import.meta.dirname, 'main.ts')
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value)
  vi.stubEnv('BACKUP_DIR', backupDir)
  const { signal } = new AbortController()
  const made = await runScheduledBackupProcess(program, 3, signal)
  expect(listBackups(backupDir)).toEqual([made])
  const manifest = JSON.parse(readFileSync(join(backupDir, made.name, 'manifest.json'), 'utf8'))
  expect(manifest.version).toBeTruthy()
  // Creates a file at the path of BACKUP_DIR, which must be a folder.
  writeFileSync(join(backupDir, 'file'), '')
  vi.stubEnv('BACKUP_DIR', join(backupDir, 'file'))
  await expect(runScheduledBackupProcess(program, 3, signal)).rejects.toThrow(
    /^The backup could not be made\. BACKUP_DIR \S+file cannot be a folder, because \S+file is a file\. Remove that file/,
  )
})
