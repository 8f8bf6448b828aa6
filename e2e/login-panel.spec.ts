import { errors } from '../contract/errors.ts'
import {
  buttonNamed,
  createEmailAddress,
  elementById,
  isLoggedIn,
  readDescription,
  SIGNED_UP_MESSAGE,
  submitLoginForm,
  submitSignupForm,
} from './login-page.ts'
import { createReader, PASSWORD } from './readers.ts'
import { expect, openPage, test } from './test.ts'

// Each form with each reply of the server is tested in web/features/accounts/entry/login-forms.test.ts.
test('S2.30 S4.01 S5.02 the login panel keeps typed values between login and signup, focuses the first field with an error, and shows the password’s strength', async ({
  page,
}) => {
  await openPage(page, '/login?mode=signup')
  await page.getByRole('link', { name: 'Log in instead' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Log in')
  await elementById(page, 'login-email').fill('nora@example.org')
  await page.getByRole('link', { name: 'Create an account' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign up')
  await expect(elementById(page, 'signup-name')).toBeFocused()
  await expect(elementById(page, 'signup-email')).toHaveValue('nora@example.org')
  await elementById(page, 'signup-name').fill('Nora')
  await page.getByLabel('I run a kitchen').check()
  await page.getByRole('link', { name: 'Log in instead' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Log in')
  await page.getByRole('link', { name: 'Create an account' }).click()
  await expect(elementById(page, 'signup-name')).toHaveValue('Nora')
  await expect(page.getByLabel('I run a kitchen')).toBeChecked()

  const toggle = buttonNamed(page, 'Continue as a guest')
  await expect(toggle).toHaveAttribute('aria-expanded', 'false')
  await expect(elementById(page, 'guest-name')).toBeHidden()
  await toggle.click()
  await elementById(page, 'guest-name').fill('Gus')
  await toggle.click()
  await expect(elementById(page, 'guest-name')).toBeHidden()
  await toggle.click()
  await expect(elementById(page, 'guest-name')).toHaveValue('Gus')

  await page.getByRole('link', { name: 'Log in instead' }).click()
  await elementById(page, 'login-email').fill('')
  const asked: string[] = []
  // Requests to the hub and reports of the load time are ignored, because the page sends them whatever the reader does.
  page.on('request', (request) => {
    if (request.method() === 'POST' && !/\/hub\/|\/api\/reports/.test(request.url())) asked.push(request.url())
  })
  await buttonNamed(page, 'Log in').click()
  await expect(elementById(page, 'login-email')).toBeFocused()
  expect(await readDescription(page, 'login-email')).toBe('Enter your email address.')
  expect(await readDescription(page, 'login-password')).toBe('Enter your password.')

  await page.getByRole('link', { name: 'Create an account' }).click()
  const place = async () => (await buttonNamed(page, 'Sign up').boundingBox())?.y
  const before = await place()
  expect(await readDescription(page, 'signup-password')).toContain('At least 10 characters.')
  await elementById(page, 'signup-password').fill('qwertyuiop')
  await expect(page.getByText('This password: very easy to guess.')).toBeVisible()
  await elementById(page, 'signup-password').fill(PASSWORD)
  await expect(page.getByText('This password: strong.')).toBeVisible()
  expect(await place()).toBe(before)
  const show = page.getByRole('button', { name: 'Show password' })
  await show.click()
  await expect(elementById(page, 'signup-password')).toHaveAttribute('type', 'text')
  await expect(show).toHaveAttribute('aria-pressed', 'true')
  await elementById(page, 'signup-name').fill('')
  await buttonNamed(page, 'Sign up').click()
  await expect(elementById(page, 'signup-password')).toHaveAttribute('type', 'password')
  await expect(elementById(page, 'signup-password')).toHaveValue(PASSWORD)

  await elementById(page, 'signup-name').fill('Nora')
  await elementById(page, 'signup-email').fill('nora')
  await elementById(page, 'signup-password').fill('short')
  await buttonNamed(page, 'Sign up').click()
  await expect(elementById(page, 'signup-email')).toBeFocused()
  expect(await readDescription(page, 'signup-email')).toContain(errors.email_invalid.message)
  expect(await readDescription(page, 'signup-password')).toContain(errors.password_too_short.message)
  await expect(elementById(page, 'signup-name')).not.toHaveAttribute('aria-invalid')
  expect(asked).toEqual([])
})

test.describe('refused logins', () => {
  test.use({ expectMessages: /status of (4\d\d|503)/ })

  test('S8.01 S8.02 S7.05 S7.06 the login panel shows why a password is refused, keeps the typed values, and offers a new link for an unconfirmed email address', async ({
    page,
  }) => {
    await openPage(page, '/login')
    await submitLoginForm(page, 'nobody@example.org', 'wrong password')
    await expect(page.getByText(errors.wrong_credentials.message)).toBeVisible()
    expect(await readDescription(page, 'login-password')).toBe(errors.wrong_credentials.message)
    await expect(elementById(page, 'login-password')).toBeFocused()
    await expect(elementById(page, 'login-email')).toHaveValue('nobody@example.org')
    expect(await isLoggedIn(page)).toBe(false)

    await submitSignupForm(page, { password: 'password123' })
    await expect(page.getByText(errors.password_guessable.message)).toBeVisible()
    await expect(elementById(page, 'signup-password')).toBeFocused()
    await expect(elementById(page, 'signup-name')).toHaveValue('Nora')

    const email = await elementById(page, 'signup-email').inputValue()
    await elementById(page, 'signup-password').fill(PASSWORD)
    await buttonNamed(page, 'Sign up').click()
    await expect(page.getByText(SIGNED_UP_MESSAGE)).toBeVisible()
    await submitLoginForm(page, email, PASSWORD)
    const alert = page.getByRole('alert').filter({ hasText: errors.email_unverified.message })
    await expect(alert).toBeVisible()
    await alert.getByRole('button', { name: 'Send the link again' }).click()
    await expect(alert.getByText('a new link is on its way')).toBeVisible()
  })
})

// The message of each refusal, and of a missing answer, is tested in web/features/accounts/entry/login-forms.test.ts.
test.describe('waiting for an answer', () => {
  test.use({ expectMessages: /ERR_FAILED/ })

  test('the login form is submitted only once, shows progress on its button, and handles a press before hydration', async ({
    page,
  }) => {
    let answers = 0
    const held = Promise.withResolvers<void>()
    await page.route('/auth/manual-login', async (route) => {
      answers++
      await held.promise
      await route.abort()
    })
    // All scripts except the first two are delayed until the form has been filled in and sent.
    const typed = Promise.withResolvers<void>()
    await page.route('**/assets/*.js', async (route) => {
      if (!/\/(index|boot)-/.test(route.request().url())) await typed.promise
      await route.continue()
    })
    await page.goto('/login', { waitUntil: 'domcontentloaded' })
    await elementById(page, 'login-email').fill('nora@example.org')
    await elementById(page, 'login-password').fill('something')
    await elementById(page, 'login-password').press('Enter')
    typed.resolve()
    const busy = buttonNamed(page, 'Logging in …')
    await expect(busy).toHaveAttribute('aria-busy', 'true')
    await busy.dispatchEvent('click')
    await elementById(page, 'login-password').press('Enter')
    expect(answers).toBe(1)
    expect(page.url()).not.toContain('something')
    held.resolve()
    await expect(page.getByRole('alert').filter({ hasText: 'Login failed. Try again.' })).toBeVisible()
    expect(answers).toBe(1)
  })
})

test('S7.07 after a guest login, the guest returns to the previous page and can log in later; the login page redirects a logged-in user, but never to another site', async ({
  page,
}) => {
  // Guests cannot comment on this page, so the guest login is not offered.
  await openPage(page, '/login?returnTo=/seefunk')
  await expect(elementById(page, 'login-email')).toBeVisible()
  await expect(buttonNamed(page, 'Continue as a guest')).toHaveCount(0)
  await openPage(page, '/login?returnTo=/order')
  await buttonNamed(page, 'Continue as a guest').click()
  await elementById(page, 'guest-name').fill('Nora')
  await elementById(page, 'guest-email').fill(createEmailAddress())
  await buttonNamed(page, 'Continue').click()
  await expect(page).toHaveURL(/:\d+\/order$/)
  const reader = await createReader(page.request)
  await openPage(page, '/login')
  await submitLoginForm(page, reader.email, PASSWORD)
  await expect(page).toHaveURL(/:\d+\/$/)
  await page.getByRole('button', { name: 'Your account' }).click()
  await expect(page.getByText(reader.email)).toBeVisible()

  await page.goto('/login?returnTo=//elsewhere.example')
  await expect(page).toHaveURL(/:\d+\/$/)
  await page.goto('/login?returnTo=/seefunk')
  await expect(page).toHaveURL(/:\d+\/seefunk$/)
})
