import type { Page } from '@playwright/test'
import { TOTP } from 'otpauth'
import { accountSection, openAccountPageAsNewReader } from './account-page.ts'
import { findAxeAndOverflowViolations } from './axe.ts'
import { elementById, isLoggedIn, submitLoginForm } from './login-page.ts'
import { findMailLink, waitForMail } from './mail.ts'
import { fillOwnerProofDialog } from './proof.ts'
import { PASSWORD, type Reader } from './readers.ts'
import { expect, openPage, test } from './test.ts'

// The server asks for a proof of identity or a code by refusing a call, and browsers log every refused call.
test.use({ expectMessages: /status of 403/ })

const section = (page: Page) => accountSection(page, 'Second factor')

/** Sets up an authenticator app on the account page of a new reader. */
async function setUp(page: Page): Promise<{ reader: Reader; usedCode: string; recoveryCodes: string[] }> {
  const reader = await openAccountPageAsNewReader(page)
  await section(page).getByRole('button', { name: 'Set up an authenticator app' }).click()
  await fillOwnerProofDialog(page)
  await expect(section(page).getByRole('img', { name: 'QR code for the app' })).toBeVisible()
  const key = (await section(page).locator('code').textContent()) ?? ''
  const app = new TOTP({ secret: key.replaceAll(' ', '') })
  await section(page).getByLabel('Code', { exact: true }).fill('000000')
  await section(page).getByRole('button', { name: 'Switch on' }).click()
  await expect(section(page)).toContainText('That code is not valid.')
  const usedCode = app.generate()
  await section(page).getByLabel('Code', { exact: true }).fill(usedCode)
  await section(page).getByRole('button', { name: 'Switch on' }).click()
  await expect(section(page)).toContainText('You have 10 recovery codes left.')
  const recoveryCodes = ((await section(page).locator('pre').textContent()) ?? '').split('\n')
  return { reader, usedCode, recoveryCodes }
}

/** Opens a page in another browser context, without the session of the account page. */
async function openLoggedOut(page: Page, path: string): Promise<Page> {
  const other = await page
    .context()
    .browser()
    ?.newPage({ baseURL: new URL(page.url()).origin })
  if (!other) throw new Error('There is no browser.')
  await openPage(other, path)
  return other
}

test('the login asks for a code after the password, and a recovery code replaces the code of the app', async ({
  page,
}) => {
  const { reader, usedCode, recoveryCodes } = await setUp(page)
  expect(await findAxeAndOverflowViolations(page)).toEqual([])
  const other = await openLoggedOut(page, '/login')
  await submitLoginForm(other, reader.email, PASSWORD)
  await expect(other.getByRole('alert')).toContainText(['Enter the code of your authenticator app'])
  await expect(elementById(other, 'login-code')).toBeFocused()
  await elementById(other, 'login-code').fill(usedCode)
  await elementById(other, 'login-code').press('Enter')
  await expect(other.getByText('That code is not valid.')).toBeVisible()
  await elementById(other, 'login-code').fill(recoveryCodes[0] ?? '')
  await elementById(other, 'login-code').press('Enter')
  await expect.poll(() => isLoggedIn(other)).toBe(true)
  await other.context().close()

  await section(page).getByRole('button', { name: 'Make new recovery codes' }).click()
  await expect(section(page)).toContainText('The former recovery codes no longer work.')
  await section(page).getByRole('button', { name: 'Switch off' }).click()
  await expect(section(page)).toContainText('Your password alone logs in again.')
})

test('setting a new password by a mailed link asks for a code of the second factor too', async ({ page }) => {
  const { reader, recoveryCodes } = await setUp(page)
  await page.request.post('/auth/forgot-password', { data: { email: reader.email } })
  const link = findMailLink(await waitForMail(reader.email, /new password/))
  const other = await openLoggedOut(page, '/login')
  await other.goto(link)
  await elementById(other, 'reset-password').fill('another kettle in another hat')
  await other.getByRole('button', { name: 'Change my password' }).click()
  await elementById(other, 'reset-code').fill(recoveryCodes[1] ?? '')
  await other.getByRole('button', { name: 'Change my password' }).click()
  await expect(other.getByRole('heading', { name: 'Your password is changed' })).toBeVisible()
  await other.context().close()
})
