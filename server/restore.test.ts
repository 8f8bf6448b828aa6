import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, inject, test } from 'vitest'
import { countAccounts, createBackupSite, queryDatabase, startPostgresForTestFile } from './testing/backups.ts'
import { addPerson } from './testing/people.ts'

startPostgresForTestFile()

const isPostgres = inject('postgres') !== undefined

test('a restore replaces a database with accounts only with --overwrite, and keeps the previous data', async () => {
  const { db, run, runOn, root, location, createTarget } = await createBackupSite()
  const folder = join(root, 'backup')
  await run('create', folder)
  const target = await createTarget()
  expect(await runOn(target, 'restore', folder)).toMatchObject({ code: 0 })
  await queryDatabase(target, (db) => addPerson(db, { name: 'Late' }))
  const before = await countAccounts(target)
  const refused = await runOn(target, 'restore', folder)
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining(`has ${before} accounts`) })
  expect(await countAccounts(target)).toBe(before)
  const replaced = await runOn(target, 'restore', folder, '--overwrite')
  expect(replaced).toMatchObject({ code: 0, stdout: expect.stringContaining('The former data are in ') })
  expect(await countAccounts(target)).toBe(before - 1)
  const [, place = ''] = /The former data are in (.*)\. Delete/.exec(replaced.stdout) ?? []
  if (isPostgres) {
    const schema = place.replace('the schema ', '')
    const { rows } = await queryDatabase(target, (db) =>
      sql`select name from ${sql.id(schema, 'users')} where name = 'Late'`.execute(db),
    )
    expect(rows).toEqual([{ name: 'Late' }])
  } else expect(await countAccounts({ file: place })).toBe(before)

  const people = await countAccounts(location)
  // Keeps a connection of the site open, as it is while the site runs.
  await db.connection().execute(async () => {
    for (const running of [await run('restore', folder), await run('restore', folder, '--overwrite')])
      expect(running).toMatchObject({
        code: 1,
        stderr: expect.stringMatching(/^The site .*Stop it, then restore the backup\. Nothing was changed\.$/),
      })
  })
  expect(await db.selectFrom('users').select('id').execute()).toHaveLength(people)
})
