import { createHash } from 'node:crypto'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import Sqlite from 'better-sqlite3'
import { errors } from '../contract/errors.ts'
import { isLoggedIn } from './login-page.ts'
import { linkIn, mailTo } from './mail.ts'
import { createReader } from './readers.ts'
import { dataFolder, ports } from './services/ports.ts'
import { expect, open, test } from './test.ts'

test.use({ expectRequests: new RegExp(`^http://127\\.0\\.0\\.1:(${ports.google}|${ports.microsoft})/`) })

/** Goes to a provider from the login page, and says there who one is. */
async function logInAt(page: Page, provider: 'Google' | 'Microsoft', email: string): Promise<void> {
  await open(page, '/login?returnTo=/bootsbau')
  await page.getByRole('link', { name: `Continue with ${provider}` }).click()
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Continue' }).click()
}

const alert = (page: Page, words: string) => page.getByRole('alert').filter({ hasText: words })

// Other refusals of both providers are tested in server/accounts/providers/.

test('S7.08 Microsoft logs in to the account that has the same confirmed address, whose owner is told', async ({
  page,
}) => {
  const reader = await createReader(page.request)
  await logInAt(page, 'Microsoft', reader.email)
  await expect(page).toHaveURL(/:\d+\/bootsbau$/)
  await page.getByRole('button', { name: 'Your account' }).click()
  await expect(page.locator('#session-menu')).toContainText(reader.name)
  await mailTo(reader.email, /log in to Nebelhorn with Microsoft/)
})

test('S7.08 an answer of Google with another nonce logs nobody in', async ({ page }) => {
  await logInAt(page, 'Google', `wrong-nonce+${crypto.randomUUID()}@example.org`)
  await expect(alert(page, errors.provider_failed.message)).toBeVisible()
  expect(await isLoggedIn(page)).toBe(false)
})

test('S7.08 an address that Google does not vouch for must be confirmed by mail first, and then logs in', async ({
  page,
}) => {
  const email = `unconfirmed+${crypto.randomUUID()}@example.org`
  await logInAt(page, 'Google', email)
  await expect(alert(page, errors.email_unverified.message)).toBeVisible()
  expect(await isLoggedIn(page)).toBe(false)
  await open(page, linkIn(await mailTo(email, /Confirm your email address/)))
  await page.getByRole('button', { name: 'Confirm my email address' }).click()
  await expect(page.getByText('is confirmed')).toBeVisible()
  await logInAt(page, 'Google', email)
  await expect(page).toHaveURL(/:\d+\/bootsbau$/)
})

test('S7.08 who stays at the provider for too long, or comes back twice, is not logged in', async ({ page }) => {
  await open(page, '/login')
  const begun = page.waitForRequest((request) => new URL(request.url()).searchParams.has('state'))
  await page.getByRole('link', { name: 'Continue with Google' }).click()
  await page.getByLabel('Email').fill('late@example.org')
  const state = new URL((await begun).url()).searchParams.get('state') ?? ''
  // This one alone: other tests log in beside it.
  const database = new Sqlite(join(dataFolder, 'site.sqlite'))
  const { changes } = database
    .prepare('update provider_flows set expires_at = 0 where state_hash = ?')
    .run(createHash('sha256').update(state).digest('base64url'))
  database.close()
  expect(changes).toBe(1)
  const callback = page.waitForRequest(/\/auth\/login\/google\/callback/)
  await page.getByRole('button', { name: 'Continue' }).click()
  const address = (await callback).url()
  await expect(alert(page, errors.provider_failed.message)).toBeVisible()
  await page.goto(address)
  await expect(alert(page, errors.provider_failed.message)).toBeVisible()
  expect(await isLoggedIn(page)).toBe(false)
})
