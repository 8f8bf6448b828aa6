import { findAxeAndOverflowViolations } from './axe.ts'
import { test } from './desk-test.ts'
import { waitForMail } from './mail.ts'
import { logInBrowser, PASSWORD } from './readers.ts'
import { expect, openPage } from './test.ts'

// Failed mail, and mail of a site without a mail server, is tested in web/features/desk/mail/mail.test.ts.

test.beforeEach(({ page, admin }) => logInBrowser(page, admin))

test('the desk lists sent mail; the text of a mail is shown without its secret link', async ({
  page,
  request,
  baseURL,
}) => {
  const email = `${crypto.randomUUID()}@example.org`
  const signup = { name: 'Nora', email, password: PASSWORD, verificationUrl: `${baseURL}/verify-email` }
  const answer = await request.post('/auth/signup', { data: signup })
  expect(answer.ok(), await answer.text()).toBe(true)
  await waitForMail(email, /Confirm/)
  await openPage(page, '/desk/mail?state=sent')
  await page.getByRole('link', { name: email }).click()
  const letter = page.getByRole('region', { name: /Confirm/ })
  await expect(letter.getByText('#token=…')).toBeVisible()
  await expect(letter.getByRole('button', { name: /Send it/ })).toBeHidden()
  await letter.getByRole('button', { name: 'Source of the HTML' }).click()
  await expect(letter.getByText('<!doctype html>')).toBeVisible()
  expect(await findAxeAndOverflowViolations(page)).toEqual([])
  await letter.getByRole('heading', { name: /Confirm/ }).focus()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('link', { name: email })).toBeFocused()
})
