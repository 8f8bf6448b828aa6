import { accountSection, openAccountPageAsNewReader } from './account-page.ts'
import { findAxeAndOverflowViolations } from './axe.ts'
import { createReader, logInBrowser, PASSWORD } from './readers.ts'
import { expect, openPage, test } from './test.ts'

const longest = { name: 'Wolfeschlegelsteinhausenbergerdorffwelchevoralternwarengewissenhaftschaferswesse' }

test('logging in on the account page shows the account', async ({ page }) => {
  const reader = await createReader(page.request)
  await openPage(page, '/account')
  await page.getByLabel('Email').fill(reader.email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(accountSection(page, 'Profile')).toContainText(reader.name)
  await expect(page).toHaveURL('/account')
})

test.describe('without an answer', () => {
  test.use({ expectMessages: /Failed to load resource/ })

  test('when the server does not answer, the account page shows an error, keeps the typed values and has a button to try again', async ({
    page,
  }) => {
    const reader = await createReader(page.request)
    await logInBrowser(page, reader)
    await page.route('**/auth/current-user', (route) => route.abort())
    await page.route('**/api/account', (route) => route.abort())
    await openPage(page, '/account')
    await expect(page.getByText('We could not find out who you are')).toBeVisible()
    await page.unroute('**/auth/current-user')
    await page.getByRole('button', { name: 'Try again' }).click()
    const alert = page.getByRole('alert').filter({ hasText: 'The site cannot be reached.' })
    await expect(alert).toBeVisible()
    await page.unroute('**/api/account')
    await alert.getByRole('button', { name: 'Try again' }).click()
    const profile = accountSection(page, 'Profile')
    await profile.getByRole('button', { name: 'Change name' }).click()
    await profile.getByLabel('Your name').fill('Ada Lovelace')
    await page.route('**/api/account', (route) => route.abort())
    await profile.getByRole('button', { name: 'Save name' }).click()
    await expect(profile.getByText('The site cannot be reached.')).toBeVisible()
    await expect(profile.getByLabel('Your name')).toHaveValue('Ada Lovelace')
  })
})

test('the account page, its forms and its dialog have no accessibility violations and fit 320 px', async ({ page }) => {
  await openAccountPageAsNewReader(page, longest)
  await expect(accountSection(page, 'Sessions').getByRole('listitem')).toHaveCount(1)
  expect(await findAxeAndOverflowViolations(page)).toEqual([])
  for (const name of ['Change name', 'Change email address', 'Change password'])
    await page.getByRole('button', { name }).click()
  // At 320 and 1440 px, the header, fields and rows have their narrowest and their widest layout.
  expect(await findAxeAndOverflowViolations(page, { analysed: [320, 1440] })).toEqual([])
  await page.getByRole('button', { name: 'Delete my account …' }).click()
  expect(await findAxeAndOverflowViolations(page)).toEqual([])
})
