import { errors } from '../contract/errors.ts'
import { buttonNamed, createEmailAddress, elementById, isLoggedIn } from './login-page.ts'
import { findMailLink, waitForMail } from './mail.ts'
import { createReader, PASSWORD } from './readers.ts'
import { expect, openPage, test } from './test.ts'

test('a button that is pressed before the application is ready sends the token of the mailed link', async ({
  page,
}) => {
  const sent = Promise.withResolvers<string | null>()
  await page.route('/auth/verify-email', async (route) => {
    sent.resolve(route.request().postData())
    await route.abort()
  })
  const release = Promise.withResolvers<void>()
  await page.route(/\/assets\/main-.*\.js/, async (route) => {
    await release.promise
    await route.continue()
  })
  await page.goto('/verify-email#token=kettle', { waitUntil: 'commit' })
  await buttonNamed(page, 'Confirm my email address').click()
  release.resolve()
  expect(await sent.promise).toContain('kettle')
})

test.describe('expired links', () => {
  test.use({ expectMessages: /status of 410/ })

  // An expired link, a missing token, and links for other purposes are tested in
  // web/features/accounts/mailed-links/mailed-links.test.ts.
  test('S2.13 a used confirmation link shows that it was used, and offers a new link', async ({ page, baseURL }) => {
    const email = createEmailAddress()
    await page.request.post('/auth/signup', {
      data: { name: 'Nora', email, password: PASSWORD, verificationUrl: `${baseURL}/verify-email` },
    })
    const link = new URL(findMailLink(await waitForMail(email, /Confirm your email address/)))
    await page.request.post('/auth/verify-email', { data: { token: link.hash.replace('#token=', '') } })
    await openPage(page, link.href)
    await buttonNamed(page, 'Confirm my email address').click()
    await expect(page.getByRole('alert').filter({ hasText: errors.link_used.message })).toBeVisible()
    await elementById(page, 'link-email').fill(email)
    await buttonNamed(page, 'Send a new link').click()
    await expect(page.getByRole('status').filter({ hasText: 'a new link is on its way' })).toBeVisible()
  })

  test('a reader sets a new password by a mailed link and is logged in', async ({ page }) => {
    const reader = await createReader(page.request)
    await openPage(page, '/login')
    await page.getByRole('link', { name: 'Forgot password' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Reset your password')
    await elementById(page, 'link-email').fill(reader.email)
    await buttonNamed(page, 'Send a new link').click()
    await expect(page.getByRole('status').filter({ hasText: 'a link is on its way' })).toBeVisible()
    const link = findMailLink(await waitForMail(reader.email, /Choose a new password/))
    await openPage(page, link)
    await expect(page).toHaveURL(/\/reset-password$/)
    await elementById(page, 'reset-password').fill('another kettle in another hat')
    await buttonNamed(page, 'Change my password').click()
    await expect(page.getByRole('heading', { name: 'Your password is changed' })).toBeFocused()
    expect(await isLoggedIn(page)).toBe(true)
  })
})
