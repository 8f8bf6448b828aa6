import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { connectDatabase, type DatabaseLocation, openDatabase } from './db/database.ts'
import { createBackupSite, startPostgresForTestFile } from './testing/backups.ts'
import { addPerson } from './testing/people.ts'
import { runStatement as runSql } from './testing/postgres-template.ts'

startPostgresForTestFile()

/** Only Postgres has schemas. */
const isPostgres = inject('postgres') !== undefined

/** Creates the schema "Own" in an empty database, so that the site will create its tables in it. */
async function addOwnSchema(location: DatabaseLocation): Promise<DatabaseLocation> {
  const { url = '' } = location
  await runSql(url, `create schema "Own"; alter database ${new URL(url).pathname.slice(1)} set search_path = "Own"`)
  return location
}

async function addAccount(location: DatabaseLocation, name: string): Promise<void> {
  const db = await openDatabase(location)
  await addPerson(db, { name }).finally(() => db.destroy())
}

/** Creates a site whose tables are in the schema "Own", with the account of Ann and a folder for a backup. */
async function createOwnSite() {
  const { root, runOn, createTarget } = await createBackupSite()
  const own = await addOwnSchema(await createTarget())
  await addAccount(own, 'Ann')
  return { runOn, createTarget, own, folder: join(root, 'backup') }
}

async function listNames(location: DatabaseLocation): Promise<string[]> {
  const db = await connectDatabase(location)
  const people = db.selectFrom('users').select('name').orderBy('name').execute()
  return (await people.finally(() => db.destroy())).map(({ name }) => name)
}

test('a site whose tables are not in the schema public can be backed up and restored, and its backup passes the check', async () => {
  if (!isPostgres) return
  const { runOn, createTarget, own, folder } = await createOwnSite()
  for (const command of ['create', 'check'])
    expect(await runOn(own, command, folder)).toMatchObject({ code: 0, stderr: '' })
  const target = await addOwnSchema(await createTarget())
  expect(await runOn(target, 'restore', folder)).toMatchObject({ code: 0, stderr: '' })
  expect(await listNames(target)).toEqual(['Ann'])
})

test('a restore is refused when the site has its tables in another schema than the backup', async () => {
  if (!isPostgres) return
  const { runOn, createTarget, own, folder } = await createOwnSite()
  await runOn(own, 'create', folder)
  expect(await runOn(await createTarget(), 'restore', folder)).toMatchObject({
    code: 1,
    stdout: '',
    stderr:
      'The backup is of the schema Own of Postgres, and the site uses the schema public. Nothing was changed. Create the schema Own in the database if it is missing, and let the account use it: alter role … set search_path = "Own".',
  })
})

test.each([
  // A backup of an earlier version, which does not name its schema.
  ['no data', false, { postgresSchema: undefined }],
  ['other data than those of the backup', true, { sums: {} }],
])('a restore that would result in %s fails, and the former data are in use again', async (_, isOwn, change) => {
  if (!isPostgres) return
  const { runOn, createTarget, own, folder } = await createOwnSite()
  await runOn(own, 'create', folder)
  const file = join(folder, 'manifest.json')
  writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), ...change }))
  const target = isOwn ? own : await createTarget()
  await addAccount(target, 'Late')
  const before = await listNames(target)
  expect(await runOn(target, 'restore', folder, '--overwrite')).toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(/^What was restored differs from the backup, so nothing was changed\. The /),
  })
  expect(await listNames(target)).toEqual(before)
})
