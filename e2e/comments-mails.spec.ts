import type { Page } from '@playwright/test'
import { openAccount, part } from './account-page.ts'
import { bearer } from './readers.ts'
import { expect, open, test } from './test.ts'

const label = 'Tell me by mail when somebody answers my comment'

test('mails about answers are switched off and on again on the account page', async ({ page }) => {
  const reader = await openAccount(page)
  const kept = async () => (await page.request.get('/api/account/mail-preferences', { headers: bearer(reader) })).json()
  const mails = part(page, 'Mails')
  await expect(mails.getByRole('switch', { name: label })).toBeChecked()
  await mails.getByText(label).click()
  await expect(mails.getByRole('status')).toHaveText('We will not mail you about answers.')
  expect(await kept()).toEqual({ replies: false })
  await page.reload()
  await expect(mails.getByRole('switch', { name: label })).not.toBeChecked()
  await mails.getByRole('switch', { name: label }).press('Space')
  await expect(mails.getByRole('status')).toHaveText('We will mail you about answers.')
  expect(await kept()).toEqual({ replies: true })
})

/** The token of a mail, without one: what the server says to it is set. */
async function openLink(page: Page, answer: { status: number; json?: object } | 'none') {
  const sent: unknown[] = []
  await page.route('/api/unsubscribe', (route) => {
    sent.push(route.request().postDataJSON())
    return answer === 'none' ? route.abort() : route.fulfill(answer)
  })
  await open(page, '/unsubscribe#token=a-token')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Mails about answers')
  await expect(page).toHaveURL('/unsubscribe')
  return sent
}

test('the link in a mail ends them at the press of a button, not before', async ({ page }) => {
  const sent = await openLink(page, { status: 204 })
  expect(sent).toEqual([])
  await page.getByRole('button', { name: 'Stop these mails' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('No more of these mails')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  expect(sent).toEqual([{ token: 'a-token' }])
})

test('without a token, /unsubscribe says where it is opened from', async ({ page }) => {
  await open(page, '/unsubscribe')
  await expect(page.getByText('This page is opened from the link at the end of a mail about an answer.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Stop these mails' })).toHaveCount(0)
})

test.describe('when it fails', () => {
  test.use({ expectMessages: /status of 410|ERR_FAILED/ })

  test('a link that cannot be used says so, from the real server', async ({ page }) => {
    await open(page, '/unsubscribe#token=nonsense')
    await page.getByRole('button', { name: 'Stop these mails' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('That link cannot be used')
    await expect(page.getByRole('main').getByRole('link', { name: 'Your account' })).toBeVisible()
  })

  test('without a connection it says so, and the button is still there', async ({ page }) => {
    await openLink(page, 'none')
    await page.getByRole('button', { name: 'Stop these mails' }).click()
    await expect(page.getByText('There was no answer. Check your connection and press the button again.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Stop these mails' })).toBeVisible()
  })
})
