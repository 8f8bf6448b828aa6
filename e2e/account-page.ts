import type { Page } from '@playwright/test'
import { createReader, logInBrowser, PASSWORD, type Reader } from './readers.ts'
import { expect, openPage } from './test.ts'

/** Opens the account page of a new reader. */
export async function openAccountPageAsNewReader(page: Page, options?: { name: string }): Promise<Reader> {
  const reader = await createReader(page.request, options)
  await logInBrowser(page, reader)
  await openPage(page, '/account')
  await expect(accountSection(page, 'Profile')).toBeVisible()
  return reader
}

/** Locates a section of the account page by its heading. */
export const accountSection = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

/** Logs a reader in again, as on another device. */
export async function logInAgain(page: Page, reader: Reader, password = PASSWORD): Promise<void> {
  const answer = await page.request.post('/auth/manual-login', { data: { email: reader.email, password } })
  expect(answer.status()).toBe(200)
  await logInBrowser(page, { ...reader, ...(await answer.json()) })
}
