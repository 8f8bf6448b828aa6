import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { expect, inject, onTestFinished, test, vi } from 'vitest'
import type { Database } from './db/database.ts'
import { createUser } from './features/accounts/users.ts'
import { parseEmail } from './http/parse-email.ts'
import { countAccounts, createBackupSite, startPostgresForTestFile, withDatabaseAt } from './testing/backups.ts'
import { runStatement as runSql } from './testing/postgres-template.ts'

startPostgresForTestFile()

const isPostgres = inject('postgres') !== undefined
const database = isPostgres ? 'site.dump' : 'site.sqlite'

test('a backup made while the site writes has the data of one moment, passes the check and can be restored', async () => {
  const site = await createBackupSite()
  const { db, run, runOn, root, createTarget, place, nora } = site
  await place(nora)
  const folder = join(root, 'backup')
  let isOver = false
  const writing = (async () => {
    // Each transaction inserts two rows. A backup that mixes two moments could contain only one of them.
    while (!isOver) {
      await db.transaction().execute(async (tx) => {
        for (const name of ['Left', 'Right'])
          await createUser(tx, { ...parseEmail(`${crypto.randomUUID()}@example.org`), name })
      })
      // Queries of SQLite are synchronous, so other work of this process needs a pause to run.
      await setImmediate()
    }
  })()
  const made = await run('create', folder)
  isOver = true
  await writing
  expect(made).toMatchObject({ code: 0, stderr: '' })
  expect(made.stdout).toContain(`The backup in ${folder} is complete: `)
  expect(statSync(folder).mode & 0o077).toBe(0)
  const manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'))
  expect(manifest.sums).toEqual({ 'orders.total': expect.stringMatching(/^[1-9]\d+$/) })
  expect(manifest.tables.orders.rows).toBe(1)

  expect(await run('check', folder)).toMatchObject({
    code: 0,
    stderr: '',
    stdout: expect.stringContaining('can be restored'),
  })

  const target = await createTarget()
  const restored = await runOn(target, 'restore', folder)
  expect(restored).toMatchObject({
    code: 0,
    stderr: '',
    stdout: expect.stringContaining(`users: ${manifest.tables.users.rows}`),
  })
  const count = (name: string) =>
    withDatabaseAt(
      target,
      async (db) => (await db.selectFrom('users').select('id').where('name', '=', name).execute()).length,
    )
  expect(await count('Left')).toBe(await count('Right'))
  const total = await withDatabaseAt(target, (db) => db.selectFrom('orders').select('total').executeTakeFirstOrThrow())
  expect(String(total.total)).toBe(manifest.sums['orders.total'])
})

test('a backup does not contain the salts of the reader hashes, and passes its check', async () => {
  const { db, run, runOn, root, createTarget } = await createBackupSite()
  const salt = 'salt-of-this-day-1234567890'
  await db.insertInto('statistics_salts').values({ day: '2026-11-21', salt }).execute()
  const folder = join(root, 'backup')
  expect(await run('create', folder)).toMatchObject({ code: 0, stderr: '' })
  expect(await run('check', folder)).toMatchObject({ code: 0, stderr: '' })
  expect(readdirSync(folder).filter((file) => readFileSync(join(folder, file)).includes(salt))).toEqual([])

  const target = await createTarget()
  expect(await runOn(target, 'restore', folder)).toMatchObject({ code: 0, stderr: '' })
  expect(await withDatabaseAt(target, (to) => to.selectFrom('statistics_salts').selectAll().execute())).toEqual([])
  expect(await db.selectFrom('statistics_salts').selectAll().execute()).toHaveLength(1)
})

test('the check of a backup names a file with a changed byte, and a table with a lost row or a changed value', async () => {
  const site = await createBackupSite()
  const { run, root, location, place, nora } = site
  await place(nora)
  const made = async (name: string) => {
    await run('create', join(root, name))
    return join(root, name)
  }
  const flipped = await made('flipped')
  const file = join(flipped, database)
  const bytes = readFileSync(file)
  const middle = bytes.length - 2_000
  bytes[middle] = (bytes[middle] ?? 0) ^ 1
  writeFileSync(file, bytes)
  expect(await run('check', flipped)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining(`The file ${database} differs`),
  })
  expect(await run('restore', flipped, '--overwrite')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('The backup is damaged.'),
  })

  // Makes backups of the changed database, with the manifest of the unchanged one.
  const whole = await made('whole')
  const manifest = JSON.parse(readFileSync(join(whole, 'manifest.json'), 'utf8'))
  const lose = async (name: string, change: (db: Database) => Promise<unknown>) => {
    await withDatabaseAt(location, change)
    const folder = await made(name)
    const { files } = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'))
    writeFileSync(join(folder, 'manifest.json'), JSON.stringify({ ...manifest, files }))
    return run('check', folder)
  }
  const changed = await lose('changed', (db) => db.updateTable('orders').set({ total: 1 }).execute())
  expect(changed.stderr).toContain('The table orders has other contents than when it was backed up.')
  expect(changed.stderr).toContain('The sum of orders.total is 1 in place of')
  const lost = await lose('lost', async (db) => {
    const { id } = await db.selectFrom('sessions').select('id').limit(1).executeTakeFirstOrThrow()
    await db.deleteFrom('sessions').where('id', '=', id).execute()
  })
  expect(lost).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/The table sessions has \d+ rows in place of \d+\./),
  })
})

test('a failed backup leaves no folder, and a missing backup can be neither checked nor restored', async () => {
  const { run, root, env } = await createBackupSite()
  const folder = join(root, 'backups', 'first')
  const missing = {
    ...env,
    DATABASE_URL: isPostgres ? 'postgres://tests:x@127.0.0.1:1/none' : '',
    DATA_DIR: join(root, 'none'),
  }
  const { runBackupCommand } = await import('./backup-command.ts')
  const { runCommandInThisProcess } = await import('./testing/run-command.ts')
  expect(await runCommandInThisProcess(runBackupCommand, missing, ['create', folder])).toMatchObject({
    code: 1,
    stdout: '',
  })
  expect(readdirSync(dirname(folder))).toEqual([])
  expect(await run('check', folder)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('is no complete backup'),
  })
  expect(await run('restore', folder)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('is no complete backup'),
  })
  expect((await run('create', folder)).code).toBe(0)
  expect(readdirSync(dirname(folder))).toEqual(['first'])
  expect(await run('create', folder)).toMatchObject({ code: 1, stderr: expect.stringContaining('exists already') })
  expect(await run('create', '/proc/x/monday')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('The folder /proc/x does not exist and cannot be created in /proc. Create it: '),
  })
  expect(await run('create')).toMatchObject({ code: 2 })
  expect(await run('create', folder, '--overwrite')).toMatchObject({ code: 2 })
  expect(await run('drop', folder)).toMatchObject({ code: 2, stderr: expect.stringContaining('npm run backup -- DIR') })
})

test('a backup contains all files of DATA_DIR except other backups and the folder lost+found', async () => {
  const { run, runOn, root, env, createTarget } = await createBackupSite()
  const data = env.DATA_DIR ?? ''
  for (const folder of ['keys', 'lost+found']) {
    mkdirSync(join(data, folder), { recursive: true })
    writeFileSync(join(data, folder, 'app.p8'), 'secret')
  }
  await run('create', join(data, 'earlier'))
  const folder = join(root, 'backup')
  await run('create', folder)
  const { files } = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as { files: { path: string }[] }
  expect(files.map(({ path }) => path)).toEqual(['files/keys/app.p8', database])
  const target = await createTarget()
  await runOn(target, 'restore', folder)
  const restored = isPostgres ? data : dirname(target.file)
  expect(readFileSync(join(restored, 'keys', 'app.p8'), 'utf8')).toBe('secret')
})

test('a backup leaves out other backups and data set aside by a restore, but no file with a similar name', async () => {
  const { run, env } = await createBackupSite()
  const data = env.DATA_DIR ?? ''
  const write = (...paths: string[]) => {
    for (const path of paths) {
      mkdirSync(dirname(join(data, path)), { recursive: true })
      writeFileSync(join(data, path), '{}')
    }
  }
  const time = '2026-11-25T03-00-00Z'
  write('backups/notes.txt', `files.before-${time}/app.p8`, 'files.restoring-7/app.p8')
  for (const end of [`.before-${time}`, `.before-${time}-journal`, '.restoring-7', '.new-7', '.new-7-shm'])
    write(`site.sqlite${end}`)
  const kept = [
    'app/manifest.json',
    'backups-of-photos/cat.txt',
    'files.before-lunch.txt',
    'files.new-7/app.p8',
    'filesystem.txt',
    'monday-plan.txt',
    'site.sqlite-notes.txt',
    'site.sqlite.before-lunch',
  ]
  write(...kept)
  await run('create', join(data, 'monday'))
  const { files } = JSON.parse(readFileSync(join(data, 'monday', 'manifest.json'), 'utf8')) as {
    files: { path: string }[]
  }
  expect(files.map(({ path }) => path)).toEqual([...kept.map((path) => `files/${path}`), database])
})

test.each([
  ['DATA_DIR', 'data'],
  ['a folder that contains DATA_DIR', ''],
])('when BACKUP_DIR is %s, a backup has the files of DATA_DIR, but no unfinished backup', async (_, name) => {
  const { root, env } = await createBackupSite()
  const data = join(root, 'data')
  mkdirSync(data, { recursive: true })
  if (!isPostgres) copyFileSync(join(env.DATA_DIR ?? '', database), join(data, database))
  writeFileSync(join(data, 'app.p8'), 'secret')
  writeFileSync(join(data, 'film.partial'), 'a download')
  for (const name of ['2026-11-25T03-00-00Z.partial-7', '2026-11-24T03-00-00Z.partial']) {
    mkdirSync(join(data, name))
    writeFileSync(join(data, name, database), 'an unfinished backup')
  }
  const { runBackupCommand } = await import('./backup-command.ts')
  const { runCommandInThisProcess } = await import('./testing/run-command.ts')
  const settings = { ...env, DATA_DIR: data, BACKUP_DIR: join(root, name) }
  expect(await runCommandInThisProcess(runBackupCommand, settings, ['create', join(root, 'monday')])).toMatchObject({
    code: 0,
  })
  expect(readdirSync(join(root, 'monday', 'files'))).toEqual(['app.p8', 'film.partial'])
})

test('a restore refuses a backup of a newer version, and a manifest that names a file outside the backup', async () => {
  const { run, root } = await createBackupSite()
  const folder = join(root, 'backup')
  await run('create', folder)
  const manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'))
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify({ ...manifest, schema: '9999-later' }))
  for (const command of ['check', 'restore'])
    expect(await run(command, folder)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('A newer version of this site'),
    })
  for (const path of ['../../etc/passwd', '/etc/passwd', 'files/../../x']) {
    const files = [...manifest.files, { path, bytes: 1, sha256: '' }]
    writeFileSync(join(folder, 'manifest.json'), JSON.stringify({ ...manifest, files }))
    expect(await run('check', folder), path).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('cannot be read'),
    })
  }
})

if (isPostgres) {
  test('after an interrupted restore, the next restore succeeds and says where the former data are', async () => {
    const { run, runOn, root, location, createTarget } = await createBackupSite()
    const folder = join(root, 'backup')
    await run('create', folder)
    const target = await createTarget()
    await runOn(target, 'restore', folder)
    const former = 'before_2026_11_20t03_00_00z'
    await runSql(
      target.url ?? '',
      `create schema ${former};
      do $$ declare name text; begin
        for name in select tablename from pg_tables where schemaname = 'public' loop
          execute format('alter table %I set schema ${former}', name);
        end loop;
      end $$;
      create view statistics_of_the_host as select 1 as calls`,
    )
    expect(await runOn(target, 'restore', folder)).toMatchObject({
      code: 0,
      stderr: '',
      stdout: expect.stringContaining(`The former data are in the schema ${former}. Delete them when the site works.`),
    })
    expect(await countAccounts(target)).toBe(await countAccounts(location))
  })

  test('on a machine without pg_dump, the backup fails with a sentence that says what to install', async () => {
    const { run, root } = await createBackupSite()
    vi.stubEnv('PATH', root)
    onTestFinished(() => expect(existsSync(join(root, 'backup'))).toBe(false))
    expect(await run('create', join(root, 'backup'))).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(
        'The program pg_dump is missing on this machine. Install the client programs of Postgres',
      ),
    })
  })
}
