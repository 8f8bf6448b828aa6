import { accountSection, openAccountPageAsNewReader } from './account-page.ts'
import { buildBearerHeader } from './readers.ts'
import { expect, openPage, test } from './test.ts'

const label = 'Tell me by mail when somebody replies to my comment'

test('the account page switches mails about replies off and on', async ({ page }) => {
  const reader = await openAccountPageAsNewReader(page)
  const kept = async () =>
    (await page.request.get('/api/account/mail-preferences', { headers: buildBearerHeader(reader) })).json()
  const mails = accountSection(page, 'Mails')
  await expect(mails.getByRole('switch', { name: label })).toBeChecked()
  await mails.getByText(label).click()
  await expect(mails.getByRole('status')).toHaveText('We will not mail you about replies.')
  expect(await kept()).toEqual({ replies: false })
  await page.reload()
  await expect(mails.getByRole('switch', { name: label })).not.toBeChecked()
  await mails.getByRole('switch', { name: label }).press('Space')
  await expect(mails.getByRole('status')).toHaveText('We will mail you about replies.')
  expect(await kept()).toEqual({ replies: true })
})

// Other states of an unsubscribe link are tested in
// web/features/accounts/mailed-links/unsubscribe-from-replies-screen.test.ts.
test.describe('an invalid unsubscribe link', () => {
  test.use({ expectMessages: /status of 410/ })

  test('the page of an invalid unsubscribe link shows the error of the server and removes the token from the URL', async ({
    page,
  }) => {
    await openPage(page, '/unsubscribe#token=nonsense')
    await expect(page).toHaveURL('/unsubscribe')
    await page.getByRole('button', { name: 'Stop these mails' }).click()
    const heading = page.getByRole('heading', { level: 1 })
    await expect(heading).toHaveText('That link cannot be used')
    await expect(heading).toBeFocused()
    await expect(page.getByRole('main').getByRole('link', { name: 'Your account' })).toBeVisible()
  })
})
