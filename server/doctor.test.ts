import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { findFreePort } from '@hobohat/hub/testing'
import { expect, onTestFinished, test, vi } from 'vitest'
import { checkSettingNamesInEnvFile } from './check-env-file-names.ts'
import { checkBackupAge, checkEnvFilePermissions, checkNodeVersion } from './check-machine.ts'
import { getDatabaseFilePath, prepareDataDir } from './data-dir.ts'
import { openDatabase } from './db/database.ts'
import { writeSetting } from './db/settings.ts'
import { runDoctorCommand } from './doctor.ts'
import { readBuildOutput } from './http/build-output.ts'
import { createTestApp } from './testing/app.ts'
import { createTestDatabase } from './testing/database.ts'
import { writeTemporaryFixture } from './testing/fixture-build.ts'
import { runCommandInThisProcess } from './testing/run-command.ts'

/**
 * Creates the set-up of a site that has not started yet. `examine` runs `npm run doctor` with further environment
 * variables.
 */
async function createSetUp() {
  const root = writeTemporaryFixture()
  const port = await findFreePort()
  const env = { DATA_DIR: join(root, 'data'), BUILD_DIR: join(root, 'dist'), PORT: String(port) }
  prepareDataDir(env.DATA_DIR)
  return {
    env,
    port,
    examine: (more: NodeJS.ProcessEnv = {}) => runCommandInThisProcess(runDoctorCommand, { ...env, ...more }, []),
  }
}

test('on a new site, the doctor warns about mail, the public URL and backups, and finds no fault', async () => {
  const { examine, port, env } = await createSetUp()
  const { code, stdout, stderr } = await examine()
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(stdout).toContain('✓ The build is complete: version fixture-1')
  expect(stdout).toContain(`✓ Port ${port} is free`)
  expect(stdout).toContain('✓ There is no database yet')
  // The repository in which the tests run may have a .env.
  expect(stdout.match(/^! (?!.*\.env).*/gm)).toEqual([
    '! There is no mail server: sign-ups and forgotten passwords wait for you at /desk/mail.',
    `! The site knows no address but http://127.0.0.1:${port}, so links in mails lead to this machine.`,
    `! There is no backup in ${join(env.DATA_DIR, 'backups')}.`,
  ])
  expect(stdout).toMatch(/\n[34] warnings\.$/)
})

test('the doctor says whether a running site or another program uses the port', async () => {
  const { examine, port, env } = await createSetUp()
  const newPage = { title: 'Published while the site runs', path: '/new' }
  const build = { ...readBuildOutput(env.BUILD_DIR), newPage }
  const app = createTestApp({ build, db: await createTestDatabase() })
  await app.listen({ host: '127.0.0.1', port })
  const at = `The site runs at http://127.0.0.1:${port}`
  expect((await examine()).stdout).toContain(`✓ ${at} and is ready.`)
  const record = join(env.BUILD_DIR, 'build.json')
  writeFileSync(record, readFileSync(record, 'utf8').replace('fixture-1', 'fixture-2'))
  expect((await examine()).stdout).toContain(
    `! ${at} with another version than the build here.\n  Restart the site to serve the new build.`,
  )
  rmSync(env.BUILD_DIR, { recursive: true })
  expect((await examine()).stdout).toContain(`✗ ${at} and says: the build is missing.\n  Look into its log.`)
  await app.close()
  const other = createServer((_, response) => response.end('hello'))
  onTestFinished(() => void other.close())
  await new Promise<void>((resolve) => other.listen(port, '127.0.0.1', resolve))
  const { code, stdout } = await examine()
  expect(code).toBe(1)
  expect(stdout).toContain(`✗ Another program uses port ${port}.\n  Stop it, or set PORT to another number.`)
})

test('the doctor names a missing build and invalid variables', async () => {
  const { examine, env } = await createSetUp()
  rmSync(join(env.BUILD_DIR, 'build.json'))
  expect((await examine()).stdout).toMatch(/^✗ .*build.*\n {2}Build the site: npm run build\./m)
  const invalid = await examine({ PORT: 'secret-word' })
  expect(invalid).toMatchObject({ code: 1, stdout: '', stderr: expect.stringMatching(/^PORT must be/) })
  expect(invalid.stderr).not.toContain('secret-word')
})

test('the doctor distinguishes databases of this, an earlier and a newer version, and a damaged database', async () => {
  const { examine, env } = await createSetUp()
  const file = getDatabaseFilePath(env.DATA_DIR)
  const db = await openDatabase({ file })
  const migrations = db.withTables<{ kysely_migration: { name: string; timestamp: string } }>()
  expect((await examine()).stdout).toContain('has the tables of this version')
  const last = await migrations
    .selectFrom('kysely_migration')
    .select('name')
    .orderBy('name', 'desc')
    .executeTakeFirstOrThrow()
  await migrations.deleteFrom('kysely_migration').where('name', '=', last.name).execute()
  expect((await examine()).stdout).toContain('is of an earlier version; the next start changes its tables (1 steps)')
  await migrations.insertInto('kysely_migration').values({ name: last.name, timestamp: '' }).execute()
  await migrations.insertInto('kysely_migration').values({ name: '9999-future', timestamp: '' }).execute()
  expect((await examine()).stdout).toContain('A newer version has added to its tables, which this version bears.')
  await writeSetting(db, 'oldest schema', '9999-future')
  expect((await examine()).stdout).toContain('✗ A newer version of the site has used the database.')
  await db.destroy()
  for (const suffix of ['', '-wal', '-shm']) rmSync(file + suffix, { force: true })
  writeFileSync(file, 'this is no database, and long enough to be read as a header of one'.repeat(20))
  expect((await examine()).stdout).toMatch(/^✗ The database \S+ is damaged\.\n {2}Restore a backup: /m)
})

test('the doctor reports a single fault when DATA_DIR is a file', async () => {
  const { examine, env } = await createSetUp()
  const file = join(env.DATA_DIR, 'file')
  writeFileSync(file, '')
  // The record says that the site had its database in this place.
  writeFileSync(join(env.DATA_DIR, '.databases'), `${getDatabaseFilePath(file)}\n`)
  const settings = { DATA_DIR: file, BACKUP_DIR: env.DATA_DIR, SOURCES_DIR: env.DATA_DIR, DATABASE_URL: '' }
  const { code, stdout } = await examine(settings)
  expect([code, stdout.match(/^✗ .*/gm)]).toEqual([
    1,
    [`✗ DATA_DIR ${file} cannot be a folder, because ${file} is a file.`],
  ])
})

test('the doctor names services that do not answer, without their passwords', async () => {
  const { examine } = await createSetUp()
  const closed = await findFreePort()
  const { code, stdout } = await examine({
    DATABASE_URL: `postgres://site:hunter2@127.0.0.1:${closed}/site`,
    REDIS_URL: `redis://:hunter2@127.0.0.1:${closed}`,
    SMTP_URL: `smtp://site:hunter2@127.0.0.1:${closed}`,
  })
  expect(code).toBe(1)
  expect(stdout).toMatch(
    /^✗ The database at 127\.0\.0\.1:\d+\/site cannot be used: .+\n {2}Check that it runs and that DATABASE_URL/m,
  )
  expect(stdout).toMatch(/^✗ Redis does not answer: .+\n {2}Check that it runs/m)
  expect(stdout).toMatch(/^✗ The mail server refuses: .+\n {2}Check the name, the port/m)
  expect(stdout).not.toContain('hunter2')
  expect(stdout).toContain('3 faults')
})

test('the doctor requests the public URL of the site as a reader does', async () => {
  const { examine } = await createSetUp()
  const at = async (origin: string, answer: () => Response, more = {}) => {
    const fetched = vi.spyOn(globalThis, 'fetch').mockImplementation(async () => answer())
    const { stdout } = await examine({ ORIGINS: origin, ...more })
    expect(fetched.mock.calls.map(([url]) => url)).toEqual([`${origin}/api/version`])
    fetched.mockRestore()
    return stdout
  }
  const site = 'https://site.test'
  const refuse = () => {
    throw new TypeError('fetch failed', { cause: new Error('certificate has expired') })
  }
  expect(await at(site, refuse)).toContain(`✗ ${site} cannot be reached from this machine: certificate has expired.`)
  expect(await at(site, refuse)).toContain('that port 443 is open')
  expect(await at(site, () => new Response('', { status: 502 }))).toContain(`✗ ${site} answers 502, but it is not this`)
  expect(await at(site, () => Response.json({ version: 'older' }))).toContain(
    `! ${site} serves version older, and the build here is fixture-1.`,
  )
  const same = () => Response.json({ version: 'fixture-1' })
  expect(await at(site, same)).toContain('! TRUST_PROXY is off although the address is https')
  expect(await at(site, same, { TRUST_PROXY: 'on' })).toMatch(
    /^✓ https:\/\/site\.test answers with this version\.\n! There is no backup/m,
  )
  expect(await at('http://site.test', same)).toContain('! http://site.test is not encrypted')
  const late = () =>
    Response.json({ version: 'fixture-1' }, { headers: { date: new Date(Date.now() - 61_500).toUTCString() } })
  expect(await at(site, late)).toMatch(
    /^✗ The clock of this machine and that of https:\/\/site\.test differ by 6\d seconds/m,
  )
})

test('the doctor warns when links in mails lead to this machine, and names ORIGINS when ORIGINS is the reason', async () => {
  const { examine, port } = await createSetUp()
  expect((await examine()).stdout).toContain(`! The site knows no address but http://127.0.0.1:${port}, so links`)
  expect((await examine({ ORIGINS: 'http://localhost:3000' })).stdout).toContain(
    '! ORIGINS begins with http://localhost:3000, so links in mails lead to this machine.',
  )
})

test('the doctor reports an old Node as a fault, and warns about an old backup', async () => {
  const { env } = await createSetUp()
  writeFileSync(join(env.DATA_DIR, '.node-version'), '24.1.0\n')
  expect(checkNodeVersion(env.DATA_DIR, '22.20.0')).toMatchObject({ state: 'bad', text: 'Node 22.20.0 is too old.' })
  expect(checkNodeVersion(env.DATA_DIR, '24.0.0').state).toBe('good')
  mkdirSync(join(env.DATA_DIR, 'backups'))
  expect(checkBackupAge({ BACKUP_DIR: join(env.DATA_DIR, 'backups') }).state).toBe('warning')
})

test('the doctor warns about a settings file that other users can read', async () => {
  const { env } = await createSetUp()
  const file = join(env.DATA_DIR, '.env')
  expect(checkEnvFilePermissions(file)).toEqual([])
  writeFileSync(file, 'SMTP_URL=smtps://user:password@mail.example.org\n')
  for (const [mode, state] of [
    [0o644, 'warning'],
    [0o640, 'warning'],
    [0o600, 'good'],
  ] as const) {
    chmodSync(file, mode)
    expect(checkEnvFilePermissions(file).map((finding) => finding.state)).toEqual([state])
  }
})

test('the doctor warns about an unknown name in .env with the nearest known name, but not about names of other programs', async () => {
  const { env } = await createSetUp()
  const file = join(env.DATA_DIR, '.env')
  expect(checkSettingNamesInEnvFile(file)).toEqual([])
  writeFileSync(
    file,
    '# SMPT_URL=x\nSTMP_URL=smtp://a\nexport ORIGIN=b\nPORT=3000\nNODE_OPTIONS=\nTZ=UTC\nTMPDIR=/tmp\nPGSSLMODE=require\n',
  )
  const named = (name: string, nearest: string) => ({
    state: 'warning',
    text: `.env sets ${name}, and no setting has this name.`,
    remedy: `The nearest name is ${nearest}. docs/settings.md lists all of them.`,
  })
  expect(checkSettingNamesInEnvFile(file)).toEqual([named('ORIGIN', 'ORIGINS'), named('STMP_URL', 'SMTP_URL')])
  writeFileSync(file, 'PORT=3000\nbroken\n# it is quoted\nFIREBASE_PRIVATE_KEY="one\ntwo\nthree"\n')
  expect(checkSettingNamesInEnvFile(file).map(({ text }) => text)).toEqual([
    '.env has a line without =, which nothing reads.',
  ])
})

test('the doctor prints its usage for --help and for invalid arguments', async () => {
  expect(await runCommandInThisProcess(runDoctorCommand, {}, ['--help'])).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('npm run doctor'),
  })
  expect(await runCommandInThisProcess(runDoctorCommand, {}, ['now'])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('npm run doctor'),
  })
})
