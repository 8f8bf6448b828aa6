import { commentDraftsKey, userStorageKeys } from '../contract/storage-keys.ts'
import { commentForm, findComment, openComments } from './comments-page.ts'
import { buttonNamed, elementById, SIGNED_UP_MESSAGE, submitLoginForm, submitSignupForm } from './login-page.ts'
import { findMailLink, waitForMail } from './mail.ts'
import { createReader, logInBrowser, PASSWORD } from './readers.ts'
import { expect, hydratePage, openPage, test } from './test.ts'

test('S7.05 S8.01 S4.01 S2.13 S7.06 S3.07 S2.55 S7.04 a reader signs up, confirms the email address with one press, and can then log out, log in again and see the current session', async ({
  page,
}) => {
  await openPage(page, '/login?returnTo=/account')
  const email = await submitSignupForm(page)
  const success = page.getByText(SIGNED_UP_MESSAGE)
  await expect(success).toBeFocused()
  const [red = 0, green = 0, blue = 0] =
    (await success.evaluate((element) => getComputedStyle(element).color)).match(/\d+/g)?.map(Number) ?? []
  expect(green).toBeGreaterThan(Math.max(red, blue))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Log in')
  await expect(elementById(page, 'login-email')).toHaveValue(email)
  await expect(elementById(page, 'login-password')).toHaveValue('')

  const link = findMailLink(await waitForMail(email, /Confirm your email address/))
  expect(link).toContain('/verify-email?returnTo=%2Faccount#token=')
  const calls: string[] = []
  page.on('request', (request) => request.url().includes('/auth/verify-email') && calls.push(request.method()))
  await openPage(page, link)
  await expect(page).toHaveURL(/\/verify-email\?returnTo=%2Faccount$/)
  expect(calls).toEqual([])
  await buttonNamed(page, 'Confirm my email address').click()
  await expect(page).toHaveURL(/\/account$/)
  await expect(page.getByRole('main').getByText(email)).toBeVisible()
  await page.getByRole('button', { name: 'Your account' }).click()
  await buttonNamed(page, 'Log out').click()

  await openPage(page, '/login?returnTo=/bootsbau')
  await submitLoginForm(page, email, PASSWORD)
  await expect(page).toHaveURL(/:\d+\/bootsbau$/)
  await expect(page.locator('.session-button')).toHaveText('N')
  const kept = () => page.evaluate(() => Object.keys(localStorage).filter((key) => /token/i.test(key)))
  expect((await kept()).sort()).toEqual([userStorageKeys.accessToken, userStorageKeys.refreshToken])
  await openPage(page, '/account')
  await expect(page.getByRole('list', { name: 'Your sessions' })).toContainText('This one')
  await page.getByRole('button', { name: 'Your account' }).click()
  await buttonNamed(page, 'Log out').click()
  await expect(page.getByRole('link', { name: 'Log in' }).first()).toBeVisible()
  expect(await kept()).toEqual([])
})

test('a visitor who signs up to comment and confirms by the mailed link returns to the typed comment, which then waits for approval', async ({
  page,
}) => {
  await openComments(page, '/ueber-mich')
  const text = 'Is the lamp still lit by hand?'
  await page.evaluate(([key, draft]) => localStorage.setItem(key, draft), [
    commentDraftsKey,
    JSON.stringify({ 'ueber-mich': { text, key: crypto.randomUUID(), at: Date.now() } }),
  ] as const)
  await commentForm(page).getByRole('link', { name: 'log in' }).click()
  const email = await submitSignupForm(page)
  await expect(page.getByText(SIGNED_UP_MESSAGE)).toBeVisible()
  await openPage(page, findMailLink(await waitForMail(email, /Confirm your email address/)))
  await buttonNamed(page, 'Confirm my email address').click()
  await expect(page).toHaveURL(/\/ueber-mich#comments$/)
  await expect(commentForm(page).getByLabel('Your comment')).toHaveValue(text)
  await expect(commentForm(page).getByLabel('Your comment')).toBeInViewport()
  await expect(commentForm(page)).toContainText('Your first comment waits for approval before others see it.')
  await commentForm(page).getByRole('button', { name: 'Post comment' }).click()
  await expect(commentForm(page).getByRole('status').filter({ hasText: 'waits for approval' })).toBeVisible()
  await expect(findComment(page, text)).toContainText('Waits for approval. Only you see it.')
})

test.describe('tabs with an expired access token get a new token and stay logged in', () => {
  // The browser logs failed requests. A tab may send requests, or connect to the hub, before it has refreshed its
  // expired token. The server refuses these requests.
  test.use({ expectMessages: /status of 40[13]/ })

  test('S7.01 S7.02 when two tabs refresh their tokens at the same time, each refreshes at most once and both stay logged in', async ({
    page,
    context,
  }) => {
    const reader = await createReader(page.request)
    await logInBrowser(page, reader)
    const other = await context.newPage()
    await openPage(page, '/ueber-mich')
    await openPage(other, '/seefunk')
    const refreshes: string[] = []
    context.on('request', (request) => {
      if (request.url().endsWith('/auth/refresh')) refreshes.push(request.url())
    })
    await page.evaluate((key) => localStorage.setItem(key, 'over'), userStorageKeys.accessToken)
    await Promise.all([page.reload(), other.reload()])
    for (const tab of [page, other]) {
      await hydratePage(tab)
      await tab.getByRole('button', { name: 'Your account' }).click()
      await expect(tab.locator('#session-menu')).toContainText(reader.email)
    }
    // Usually only one tab refreshes the tokens. Chromium may show one tab's storage to the other tab with a delay. In
    // this case both tabs refresh, and the server's grace period allows it.
    expect(refreshes.length).toBeGreaterThan(0)
    expect(refreshes.length).toBeLessThanOrEqual(2)
  })
})

test('S4.02 logging out in one tab logs the other tab out', async ({ page, context }) => {
  const reader = await createReader(page.request)
  await logInBrowser(page, reader)
  await openPage(page, '/logbuch')
  await expect(page.locator('.prose')).not.toBeEmpty()
  const other = await context.newPage()
  await openPage(other, '/ueber-mich')
  await other.getByRole('button', { name: 'Your account' }).click()
  await buttonNamed(other, 'Log out').click()
  await expect(page.getByRole('link', { name: 'Log in' }).first()).toBeVisible()
  await expect(page.getByRole('main')).toBeEmpty()
})
