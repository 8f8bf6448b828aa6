import { chmodSync, statSync, writeFileSync } from 'node:fs'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { StartError } from '../http/start-error.ts'
import { createIsolatedDatabase, provisionEmptyDatabaseLocation } from '../testing/database.ts'
import { openDatabase } from './database.ts'

test('only the owner can read the files of the database, whatever their mode was before', async () => {
  const { file } = await provisionEmptyDatabaseLocation()
  await (await openDatabase({ file })).destroy()
  chmodSync(file, 0o644)
  const db = await openDatabase({ file })
  onTestFinished(() => db.destroy())
  const modes = ['', '-wal', '-shm'].map((end) => statSync(file + end).mode & 0o777)
  expect(modes).toEqual([0o600, 0o600, 0o600])
})

test('the start fails with one sentence when the file is not a database', async () => {
  const { file } = await provisionEmptyDatabaseLocation()
  writeFileSync(file, 'nothing of the kind'.repeat(100))
  await expect(openDatabase({ file })).rejects.toThrow(
    new StartError(
      `The database ${file} is damaged. Restore a backup: npm run restore -- FOLDER --overwrite. To begin a new site instead, move what begins with ${file} to another folder.`,
    ),
  )
})

test('a commit is flushed to disk, reading does not wait for writing, and foreign keys are checked', async () => {
  const db = await createIsolatedDatabase()
  const read = async (pragma: string) => Object.values((await sql.raw(`pragma ${pragma}`).execute(db)).rows[0] ?? {})[0]
  expect(await read('journal_mode')).toBe('wal')
  expect(await read('synchronous')).toBe(2)
  expect(await read('foreign_keys')).toBe(1)
})

test('a cached query also returns columns that were added after its first run', async () => {
  const db = await createIsolatedDatabase()
  const tools = () => db.selectFrom('tools').selectAll().execute()
  await db.insertInto('tools').values({ id: '1', name: 'Logs', url: '/', position: 0 }).execute()
  expect(await tools()).toEqual([{ id: '1', name: 'Logs', url: '/', position: 0 }])
  await db.schema.alterTable('tools').addColumn('colour', 'text').execute()
  expect(await tools()).toEqual([{ id: '1', name: 'Logs', url: '/', position: 0, colour: null }])
})
