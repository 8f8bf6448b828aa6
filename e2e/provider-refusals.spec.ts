import type { Page } from '@playwright/test'
import { errors } from '../contract/errors.ts'
import { isLoggedIn } from './login-page.ts'
import { findMailLink, waitForMail } from './mail.ts'
import { createReader } from './readers.ts'
import { ports } from './services/ports.ts'
import { expect, openPage, test } from './test.ts'

test.use({ expectRequests: new RegExp(`^http://127\\.0\\.0\\.1:(${ports.google}|${ports.microsoft})/`) })

/** Follows the link on the login page to a provider, and logs in there. */
async function logInAt(page: Page, provider: 'Google' | 'Microsoft', email: string): Promise<void> {
  await openPage(page, '/login?returnTo=/bootsbau')
  await page.getByRole('link', { name: `Continue with ${provider}` }).click()
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Continue' }).click()
}

const alert = (page: Page, words: string) => page.getByRole('alert').filter({ hasText: words })

// Other refusals of both providers are tested in server/features/accounts/providers/.

test('S7.08 a Microsoft login opens the account with the same confirmed email address and notifies its owner', async ({
  page,
}) => {
  const reader = await createReader(page.request)
  await logInAt(page, 'Microsoft', reader.email)
  await expect(page).toHaveURL(/:\d+\/bootsbau$/)
  await page.getByRole('button', { name: 'Your account' }).click()
  await expect(page.locator('#session-menu')).toContainText(reader.name)
  await waitForMail(reader.email, /log in to Nebelhorn with Microsoft/)
})

test('S7.08 a reader whose email address Google has not confirmed can log in with Google only after confirming the address by a mailed link', async ({
  page,
}) => {
  const email = `unconfirmed+${crypto.randomUUID()}@example.org`
  await logInAt(page, 'Google', email)
  await expect(alert(page, errors.email_unverified.message)).toBeVisible()
  expect(await isLoggedIn(page)).toBe(false)
  await openPage(page, findMailLink(await waitForMail(email, /Confirm your email address/)))
  await page.getByRole('button', { name: 'Confirm my email address' }).click()
  await expect(page.getByText('is confirmed')).toBeVisible()
  // Logs out again, because the confirmation has logged the new reader in.
  await page.getByRole('button', { name: 'Your account' }).click()
  await page.getByRole('button', { name: 'Log out' }).click()
  await expect(page.getByRole('button', { name: 'Your account' })).toBeHidden()
  expect(await isLoggedIn(page)).toBe(false)
  await logInAt(page, 'Google', email)
  await expect(page).toHaveURL(/:\d+\/bootsbau$/)
})
