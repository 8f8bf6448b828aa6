import type { Page } from '@playwright/test'
import { PASSWORD } from './readers.ts'

/** The message after a successful signup (S8.01). */
export const SIGNED_UP_MESSAGE = 'Signup successful! Please check your email to verify your account.'

export const createEmailAddress = () => `${crypto.randomUUID()}@example.org`
export const buttonNamed = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
export const elementById = (page: Page, id: string) => page.locator(`#${id}`)
export const isLoggedIn = (page: Page) => page.evaluate(() => localStorage.getItem('refreshToken') !== null)

/** Fills in the form of the login panel and sends it. */
export async function submitLoginForm(page: Page, email: string, password: string): Promise<void> {
  await elementById(page, 'login-email').fill(email)
  await elementById(page, 'login-password').fill(password)
  await buttonNamed(page, 'Log in').click()
}

/** Switches the login panel to the signup form, fills in the form and sends it. @returns the email address */
export async function submitSignupForm(page: Page, { password = PASSWORD } = {}): Promise<string> {
  const email = createEmailAddress()
  await page.getByRole('link', { name: 'Create an account' }).click()
  await elementById(page, 'signup-name').fill('Nora')
  await elementById(page, 'signup-email').fill(email)
  await elementById(page, 'signup-password').fill(password)
  await buttonNamed(page, 'Sign up').click()
  return email
}

/** Reads the description of a field, as a screen reader would. */
export const readDescription = (page: Page, id: string): Promise<string> =>
  elementById(page, id).evaluate((input) =>
    (input.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map((part) => document.getElementById(part)?.textContent)
      .join(' '),
  )
