import { dirname } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { RESET_LINK_MS } from '#contract/limits.ts'
import { runAdminCommand as command } from './admin.ts'
import { connectDatabase } from './db/database.ts'
import { runLockoutRecoverySetupCheck } from './features/accounts/recovery.ts'
import { provisionTestDatabaseLocation } from './testing/database.ts'
import { origins } from './testing/origins.ts'
import { addPerson } from './testing/people.ts'
import { runCommandInThisProcess } from './testing/run-command.ts'
import { createTestSite } from './testing/site.ts'

/** Creates the database of a site, and a function that runs `npm run admin` on it. */
async function runningSite(settings: NodeJS.ProcessEnv = {}) {
  const { url, file } = await provisionTestDatabaseLocation()
  const db = await connectDatabase({ url, file })
  onTestFinished(() => db.destroy())
  const env = { DATA_DIR: dirname(file), DATABASE_URL: url ?? '', ...settings }
  const admin = (...args: string[]) => runCommandInThisProcess(command, env, args)
  const log = async () => {
    const rows = await db.selectFrom('audit_log').selectAll().orderBy('id').execute()
    return rows.map(({ actor_name, action, target_name, detail }) => [actor_name, action, target_name, detail])
  }
  const admins = async () => (await db.selectFrom('user_roles').selectAll().execute()).map(({ user_id }) => user_id)
  return { db, admin, log, admins }
}

test('the command `admin grant` completes the setup step for recovery, even for an existing admin', async () => {
  const { db, admin } = await runningSite()
  await addPerson(db, { email: 'nora@example.org', roles: ['Admin'] })
  const isDone = async () => (await runLockoutRecoverySetupCheck(db)).isDone
  await admin('grant', 'nobody@example.org')
  expect(await isDone()).toBe(false)
  await admin('grant', 'nora@example.org')
  expect(await isDone()).toBe(true)
})

test('the command `admin` grants and revokes the Admin role, and writes each change to the audit log', async () => {
  const { db, admin, log, admins } = await runningSite()
  const nora = await addPerson(db, { name: 'Nora', email: 'nora@example.org' })
  const sam = await addPerson(db, { name: 'Sam', email: 'sam@example.org' })
  expect(await admin('grant', 'NORA@example.org')).toEqual({
    code: 0,
    stdout: 'Nora (nora@example.org) is an admin now and finds the desk at /desk.',
    stderr: '',
  })
  expect(await admins()).toEqual([nora.id])
  expect((await admin('grant', 'nora@example.org')).stdout).toBe('Nora (nora@example.org) is an admin already.')
  await admin('grant', 'sam@example.org')
  expect((await admin('revoke', 'nora@example.org')).stdout).toBe('Nora (nora@example.org) is no admin any more.')
  expect(await admins()).toEqual([sam.id])
  expect(await log()).toEqual([
    ['the command line', 'role granted', 'Nora', 'Admin'],
    ['the command line', 'role granted', 'Sam', 'Admin'],
    ['the command line', 'role revoked', 'Nora', 'Admin'],
  ])
})

test('the command `admin` refuses to remove the last admin, and refuses an email address that has no confirmed account', async () => {
  const { db, admin, log, admins } = await runningSite()
  const ada = await addPerson(db, { email: 'ada@example.org', roles: ['Admin'] })
  await addPerson(db, { email: 'gus@example.org', roles: ['Guest'] })
  const last = await admin('revoke', 'ada@example.org')
  expect(last).toEqual({ code: 1, stdout: '', stderr: expect.stringContaining('This is the only admin.') })
  for (const email of ['nobody@example.org', 'gus@example.org']) {
    const { code, stderr } = await admin('grant', email)
    expect([code, stderr]).toEqual([
      1,
      `Nobody has an account with the address ${email}. They sign up at the site and confirm the address first. Without a mail server, admins find the link for that at /desk/mail.`,
    ])
  }
  expect(await admin('grant', "' or 1=1")).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('not an email'),
  })
  expect([await admins(), await log()]).toEqual([[ada.id], []])
})

test('the command `admin` prints its usage when its arguments are invalid', async () => {
  const { admin } = await runningSite()
  for (const args of [['grant'], ['promote', 'a@example.org']]) {
    const { code, stdout, stderr } = await admin(...args)
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr).toContain('npm run admin -- grant EMAIL')
  }
  expect((await admin('--help')).stdout).toContain('npm run admin -- revoke EMAIL')
})

test('the command `admin reset` switches off the second factor of a reader who has lost it, and is logged', async () => {
  const { db, admin, log } = await runningSite()
  const nora = await addPerson(db, { name: 'Nora', email: 'nora@example.org' })
  const factor = { user_id: nora.id, secret: 'AAAA', last_step: 0, confirmed_at: 1, tries: 0, tries_since: 0 }
  await db.insertInto('second_factors').values(factor).execute()
  await db.insertInto('recovery_codes').values({ user_id: nora.id, hash: 'x' }).execute()
  const reset = () => admin('reset', 'nora@example.org')
  expect((await reset()).stdout).toBe('Nora (nora@example.org) logs in with the password alone now.')
  expect(await db.selectFrom('recovery_codes').selectAll().execute()).toEqual([])
  expect((await reset()).stdout).toBe('Nora (nora@example.org) has no second factor.')
  expect(await log()).toEqual([['the command line', 'second factor removed', 'Nora', '']])
})

test('the command `admin link` prints a link that sets a password once within an hour and asks for the second factor', async () => {
  const { db, admin, log } = await runningSite({ ORIGINS: origins[0] })
  const nora = await addPerson(db, { name: 'Nora', email: 'nora@example.org', roles: ['Admin'] })
  const { code, stdout } = await admin('link', 'NORA@example.org')
  expect(code).toBe(0)
  expect(stdout).toMatch(/^Nora \(nora@example\.org\) chooses a new password here, within an hour and once: \S+$/)
  expect(stdout).toContain(` ${origins[0]}/reset-password#token=`)
  expect(await log()).toEqual([['the command line', 'password link made', 'Nora', '']])
  const token = stdout.split('#token=')[1]
  const { call } = await createTestSite({ db })
  const reset = async () => {
    const body = { token, password: 'another hat for a kettle' }
    const answer = await call('POST', '/auth/reset-password', { body })
    return [answer.statusCode, answer.json().code]
  }
  const factor = { user_id: nora.id, secret: 'AAAA', last_step: 0, confirmed_at: 1, tries: 0, tries_since: 0 }
  await db.insertInto('second_factors').values(factor).execute()
  expect((await reset())[1]).toBe('code_required')
  await admin('reset', 'nora@example.org')
  expect(await reset()).toEqual([200, undefined])
  expect(await reset()).toEqual([410, 'link_used'])
  const [{ created_at: made = 0, expires_at: ends = 0 } = {}] = await db.selectFrom('mail_links').selectAll().execute()
  expect(ends - made).toBe(RESET_LINK_MS)
})

test('the command `admin link` says that an account is banned, and refuses an email address without an account', async () => {
  const { db, admin, log } = await runningSite()
  const { id } = await addPerson(db, { name: 'Nora', email: 'nora@example.org' })
  await db.updateTable('users').set({ banned_at: 1 }).where('id', '=', id).execute()
  const { stdout } = await admin('link', 'nora@example.org')
  expect(stdout).toMatch(/ http:\/\/127\.0\.0\.1:3000\/reset-password#token=\S+\nBut the account is banned: /)
  expect(await admin('link', 'nobody@example.org')).toMatchObject({ code: 1, stdout: '' })
  expect(await log()).toHaveLength(1)
})
