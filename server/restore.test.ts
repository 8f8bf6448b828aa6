import { chownSync, lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { sql } from 'kysely'
import { expect, inject, test } from 'vitest'
import { countAccounts, createBackupSite, startPostgresForTestFile, withDatabaseAt } from './testing/backups.ts'
import { addPerson } from './testing/people.ts'

startPostgresForTestFile()

const isPostgres = inject('postgres') !== undefined

test('a restore replaces a database with accounts only with --overwrite, and keeps the previous data', async () => {
  const { db, run, runOn, root, location, createTarget } = await createBackupSite()
  const folder = join(root, 'backup')
  await run('create', folder)
  const target = await createTarget()
  expect(await runOn(target, 'restore', folder)).toMatchObject({ code: 0 })
  await withDatabaseAt(target, (db) => addPerson(db, { name: 'Late' }))
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
    const { rows } = await withDatabaseAt(target, (db) =>
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

test('a restore sets aside the files of DATA_DIR that it replaces, and says where they are', async () => {
  const { root, run, runOn, env, createTarget } = await createBackupSite()
  const folder = join(root, 'backup')
  const [data, target] = [env.DATA_DIR ?? '', await createTarget()]
  const targetData = isPostgres ? data : dirname(target.file)
  const write = (of: string, contents: Record<string, string>) => {
    mkdirSync(join(of, 'keys'), { recursive: true })
    for (const [name, text] of Object.entries(contents)) writeFileSync(join(of, 'keys', name), text)
  }
  write(data, { 'app.p8': 'backed up', 'push.p8': 'same' })
  await run('create', folder)
  write(targetData, { 'app.p8': 'in use', 'push.p8': 'same', 'new.p8': 'not in the backup' })
  const { stdout } = await runOn(target, 'restore', folder)
  const [, former = ''] = /The former files of DATA_DIR are in (.*)\. Delete/.exec(stdout) ?? []
  expect(dirname(former)).toBe(targetData)
  const read = (...path: string[]) => readFileSync(join(...path), 'utf8')
  expect(readdirSync(join(former, 'keys'))).toEqual(['app.p8'])
  expect(read(former, 'keys/app.p8')).toBe('in use')
  expect(read(targetData, 'keys/app.p8')).toBe('backed up')
  expect(read(targetData, 'keys/new.p8')).toBe('not in the backup')
  // The second restore replaces no file, and names again what the first one has set aside.
  expect(await runOn(target, 'restore', folder, '--overwrite')).toMatchObject({
    code: 0,
    stdout: expect.stringContaining(`The former files of DATA_DIR are in ${former}. Delete`),
  })
})

test('a restore prints where earlier restores have set data aside, and deletes the unfinished copies of interrupted restores', async () => {
  const { root, run, runOn, env, createTarget } = await createBackupSite()
  const folder = join(root, 'backup')
  const [data, target] = [env.DATA_DIR ?? '', await createTarget()]
  const targetData = isPostgres ? data : dirname(target.file)
  await run('create', folder)
  for (const name of ['files.before-2026-11-20T03-00-00Z', 'files.restoring-7'])
    mkdirSync(join(targetData, name, 'keys'), { recursive: true })
  const names = ['site.sqlite.before-2026-11-20T03-00-00Z', 'site.sqlite.before-2026-11-21T03-00-00Z']
  for (const name of isPostgres ? [] : [...names, 'site.sqlite.restoring-7'])
    writeFileSync(join(targetData, name), 'set aside')
  const { code, stdout } = await runOn(target, 'restore', folder)
  expect(code).toBe(0)
  expect(stdout).toContain(
    `The former files of DATA_DIR are in ${join(targetData, 'files.before-2026-11-20T03-00-00Z')}. `,
  )
  if (!isPostgres) {
    const [older = '', newer = ''] = names.map((name) => join(targetData, name))
    expect(stdout).toContain(`The former data are in ${newer}, ${older}. Delete them when the site works.`)
  }
  expect(readdirSync(targetData).filter((name) => name.includes('.restoring-'))).toEqual([])
})

test('when a restore cannot replace a file, the previous database and files stay in use', async () => {
  const { root, run, runOn, env, createTarget } = await createBackupSite()
  const folder = join(root, 'backup')
  const [data, target] = [env.DATA_DIR ?? '', await createTarget()]
  const targetData = isPostgres ? data : dirname(target.file)
  await run('create', folder)
  await runOn(target, 'restore', folder)
  await withDatabaseAt(target, (db) => addPerson(db, { name: 'Late' }))
  const people = await countAccounts(target)
  mkdirSync(join(data, 'keys'), { recursive: true })
  for (const name of ['a.p8', 'keys/b.p8']) writeFileSync(join(data, name), 'backed up')
  await run('create', join(root, 'later'))
  rmSync(join(data, 'keys'), { recursive: true })
  // The file `keys` prevents the restore from creating a folder of the same name.
  for (const name of ['a.p8', 'keys']) writeFileSync(join(targetData, name), 'in use')
  const before = readdirSync(targetData)
  expect(await runOn(target, 'restore', join(root, 'later'), '--overwrite')).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(
      /^The data of the backup could not be put in place: .*The previous data stay in use\.$/,
    ),
  })
  expect(await countAccounts(target)).toBe(people)
  for (const name of ['a.p8', 'keys']) expect(readFileSync(join(targetData, name), 'utf8')).toBe('in use')
  expect(readdirSync(targetData)).toEqual(before)
})

if (process.getuid?.() === 0)
  test('files that root writes in a backup or a restore belong to the owner of their folder', async () => {
    const { root, run, runOn, env, createTarget } = await createBackupSite()
    const [data, folder, target] = [env.DATA_DIR ?? '', join(root, 'backup'), await createTarget()]
    const targetData = isPostgres ? data : dirname(target.file)
    mkdirSync(join(data, 'keys'), { recursive: true })
    writeFileSync(join(data, 'keys/app.p8'), 'backed up')
    const [owner, other] = [12_345, 12_346]
    chownSync(root, owner, owner)
    await run('create', folder)
    expect(readdirSync(folder).map((name) => lstatSync(join(folder, name)).uid)).toEqual([owner, owner, owner])
    rmSync(targetData, { recursive: true, force: true })
    expect(await runOn(target, 'restore', folder)).toMatchObject({ code: 0, stderr: '' })
    const ownerOf = (name: string) => lstatSync(join(targetData, name)).uid
    const names = ['', 'keys', 'keys/app.p8', ...(isPostgres ? [] : ['site.sqlite'])]
    expect(names.map(ownerOf)).toEqual(names.map(() => owner))
    for (const name of ['keys/app.p8', 'notes.txt']) writeFileSync(join(targetData, name), 'in use')
    chownSync(join(targetData, 'notes.txt'), other, other)
    expect(await runOn(target, 'restore', folder, '--overwrite')).toMatchObject({ code: 0, stderr: '' })
    const all = readdirSync(targetData, { recursive: true }).map(String)
    expect(all.filter((name) => ownerOf(name) !== owner)).toEqual(['notes.txt'])
  })
