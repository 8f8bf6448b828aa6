import { errors } from '../contract/errors.ts'
import { box, button, isLoggedIn, newAddress } from './login-page.ts'
import { linkIn, mailTo } from './mail.ts'
import { createReader, PASSWORD } from './readers.ts'
import { expect, open, test } from './test.ts'

test.describe('refusals', () => {
  test.use({ expectMessages: /status of 410/ })

  test('S2.13 a link that is spent or stale says so and offers a new one; opened without a token the page explains', async ({
    page,
    baseURL,
  }) => {
    const email = newAddress()
    await page.request.post('/auth/signup', {
      data: { name: 'Nora', email, password: PASSWORD, verificationUrl: `${baseURL}/verify-email` },
    })
    const link = new URL(linkIn(await mailTo(email, /Confirm your email address/)))
    await page.request.post('/auth/verify-email', { data: { token: link.hash.replace('#token=', '') } })
    await open(page, link.href)
    await button(page, 'Confirm my email address').click()
    await expect(page.getByRole('alert').filter({ hasText: errors.link_used.message })).toBeVisible()
    await box(page, 'link-email').fill(email)
    await button(page, 'Send a new link').click()
    await expect(page.getByRole('status').filter({ hasText: 'a new link is on its way' })).toBeVisible()

    await page.goto('about:blank')
    await open(page, '/verify-email#token=unknown')
    await button(page, 'Confirm my email address').click()
    await expect(page.getByRole('alert').filter({ hasText: errors.link_expired.message })).toBeVisible()
    await open(page, '/verify-email')
    await expect(page.getByText('opened from the link in a verification mail')).toBeVisible()
    await expect(box(page, 'link-email')).toBeVisible()
  })

  test('a forgotten password: the mail, a new one, logged in; the link works once', async ({ page }) => {
    const reader = await createReader(page.request)
    await open(page, '/login')
    await page.getByRole('link', { name: 'Forgot password' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Reset your password')
    await box(page, 'link-email').fill(reader.email)
    await button(page, 'Send a new link').click()
    await expect(page.getByRole('status').filter({ hasText: 'a link is on its way' })).toBeVisible()
    const link = linkIn(await mailTo(reader.email, /Choose a new password/))
    await open(page, link)
    await expect(page).toHaveURL(/\/reset-password$/)
    await box(page, 'reset-password').fill('another marble in another hat')
    await button(page, 'Change my password').click()
    await expect(page.getByRole('heading', { name: 'Your password is changed' })).toBeFocused()
    expect(await isLoggedIn(page)).toBe(true)
    await page.goto('about:blank')
    await open(page, link)
    await box(page, 'reset-password').fill('a third marble in a third hat')
    await button(page, 'Change my password').click()
    await expect(page.getByRole('alert').filter({ hasText: errors.link_used.message })).toBeVisible()
    await expect(box(page, 'link-email')).toBeVisible()
  })

  test('/welcome with a link that is no longer good says what to do', async ({ page }) => {
    await open(page, '/welcome#token=unknown')
    await expect(page).toHaveURL(/\/welcome$/)
    await box(page, 'welcome-name').fill('Nora')
    await box(page, 'welcome-email').fill(newAddress())
    await box(page, 'welcome-password').fill(PASSWORD)
    await button(page, 'Make me the admin').click()
    await expect(page.getByRole('heading', { name: 'That link cannot be used' })).toBeFocused()
    await expect(page.getByText('npm run admin -- grant EMAIL')).toBeVisible()
  })
})
