import { expect, test } from 'vitest'
import { createTestSite, PASSWORD, type TestSite, verificationUrl } from '../../testing/site.ts'

const DAY_MS = 86_400_000

/** Runs the jobs of the accounts feature once. */
async function runJobs({ app }: TestSite): Promise<void> {
  const { leaderJobs = [] } = app.features.find(({ name }) => name === 'accounts') ?? {}
  for (const { run } of leaderJobs) await run()
}

test.each([
  ['keeps', '29 days after their last use', { created: 29, used: 29 }],
  ['deletes', '31 days after their last use', { created: 31, used: 31 }],
  ['keeps', '179 days after their beginning', { created: 179, used: 0 }],
  ['deletes', '181 days after their beginning', { created: 181, used: 0 }],
])('the job %s sessions of readers and guests %s', async (action, _, days) => {
  const site = await createTestSite()
  await site.createReader()
  await site.createGuest()
  const created_at = Date.now() - days.created * DAY_MS
  const last_used_at = Date.now() - days.used * DAY_MS
  const expires_at = created_at + 180 * DAY_MS
  await site.db.updateTable('sessions').set({ created_at, last_used_at, expires_at }).execute()
  await runJobs(site)
  const left = action === 'keeps' ? 2 : 0
  expect(await site.db.selectFrom('sessions').select('id').execute()).toHaveLength(left)
  expect(await site.db.selectFrom('refresh_tokens').select('hash').execute()).toHaveLength(left)
})

test('the job deletes an unconfirmed signup seven days after its link has expired', async () => {
  const site = await createTestSite()
  const body = { name: 'Nora', email: 'nora@example.org', password: PASSWORD, verificationUrl }
  await site.call('POST', '/auth/signup', { body })
  const signups = async (expiredDays: number) => {
    await site.db
      .updateTable('mail_links')
      .set({ expires_at: Date.now() - expiredDays * DAY_MS })
      .execute()
    await runJobs(site)
    return (await site.db.selectFrom('mail_links').select('email').execute()).map(({ email }) => email)
  }
  expect(await signups(6)).toEqual(['nora@example.org'])
  expect(await signups(8)).toEqual([])
})
