import { errors } from '../contract/errors.ts'
import { isLoggedIn } from './login-page.ts'
import { createProviderLoginQuery, createReader, uniqueWord } from './readers.ts'
import { ports } from './services/ports.ts'
import { expect, openPage, test } from './test.ts'

test.describe('login through a provider', () => {
  test.use({
    expectRequests: new RegExp(`^http://127\\.0\\.0\\.1:(${ports.google}|${ports.microsoft})/`),
    // The browser asks the fake provider for an icon, which does not exist.
    expectMessages: /status of 404/,
  })

  test('S7.08 S2.31 after a declined provider login, the reader sees a message; after an accepted one, the reader is logged in, and the URL has no tokens', async ({
    page,
  }) => {
    await openPage(page, '/login?returnTo=/bootsbau')
    await page.getByRole('link', { name: 'Continue with Microsoft' }).click()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByRole('alert').filter({ hasText: errors.provider_denied.message })).toBeVisible()
    await expect(page).toHaveURL(/\/login$/)
    const link = page.getByRole('link', { name: 'Continue with Google' })
    const returnUrl = encodeURIComponent(`${new URL(page.url()).origin}/login`)
    await expect(link).toHaveAttribute('href', `/auth/login/google?returnUrl=${returnUrl}`)
    await link.click()
    await page.getByLabel('Email').fill(`${uniqueWord()}@example.org`)
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page).toHaveURL(/:\d+\/bootsbau$/)
    expect(await isLoggedIn(page)).toBe(true)
  })

  test('S2.31 an unknown error code in the URL shows no message; new tokens in the query of the open login page log the reader in', async ({
    page,
  }) => {
    const reader = await createReader(page.request)
    await openPage(page, '/login?error=%3Cb%3EPay%20here%3C/b%3E')
    await expect(page).toHaveURL(/\/login$/)
    await expect(page.getByText('Pay here')).toHaveCount(0)
    await page.evaluate(
      (query) => {
        history.pushState(null, '', `/login?${query}`)
        dispatchEvent(new PopStateEvent('popstate'))
      },
      await createProviderLoginQuery(page, reader),
    )
    await expect(page).toHaveURL(/:\d+\/$/)
    expect(await page.evaluate(() => localStorage.getItem('refreshToken'))).not.toBe(reader.refreshToken)
  })
})
