import { expect, test } from 'vitest'
import { createTestSite, PASSWORD, type TestSite } from '../../testing/site.ts'

const firefox = 'Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0'
const newerFirefox = firefox.replaceAll('140', '141')
const chrome = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36'
const EMAIL = 'nora@example.org'

const logIn = ({ call }: TestSite, userAgent: string, password = PASSWORD) =>
  call('POST', '/auth/manual-login', {
    body: { email: EMAIL, password },
    headers: { 'user-agent': userAgent },
    from: '192.0.2.7',
  })
const tellings = async ({ mails }: TestSite) =>
  (await mails()).filter(({ subject }) => subject.startsWith('A device has logged in'))

test('the owner gets a mail about the first login from each new browser or system', async () => {
  const site = await createTestSite()
  await site.createReader(EMAIL)
  await logIn(site, firefox)
  await logIn(site, newerFirefox)
  expect(await tellings(site)).toMatchObject([
    { to: EMAIL, text: expect.stringContaining('Firefox on Windows, from 192.0.2.7') },
  ])
  await logIn(site, chrome)
  await logIn(site, firefox)
  expect(await tellings(site)).toHaveLength(2)
  expect((await tellings(site))[1]?.text).toContain('Chrome on Linux')
})

test('neither a failed login nor the first session of an account sends a mail about a new device', async () => {
  const site = await createTestSite()
  await site.createReader(EMAIL)
  expect((await logIn(site, firefox, 'not the password')).statusCode).toBe(401)
  expect(await tellings(site)).toEqual([])
  await site.db.deleteFrom('sessions').execute()
  expect((await logIn(site, firefox)).statusCode).toBe(200)
  expect(await tellings(site)).toEqual([])
})

test('when no session of an account is stored, a login sends a mail to the owner only if the account is older than 30 days', async () => {
  const site = await createTestSite()
  const { userId } = await site.createReader(EMAIL)
  await site.db.deleteFrom('sessions').execute()
  const setAge = (days: number) =>
    site.db
      .updateTable('users')
      .set({ created_at: Date.now() - days * 86_400_000 })
      .where('id', '=', userId)
      .execute()
  await setAge(29)
  await logIn(site, firefox)
  expect(await tellings(site)).toEqual([])
  await site.db.deleteFrom('sessions').execute()
  await setAge(31)
  await logIn(site, firefox)
  expect(await tellings(site)).toMatchObject([{ text: expect.stringContaining('Firefox on Windows') }])
})
