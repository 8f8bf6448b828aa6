import { violations } from './axe.ts'
import { test } from './desk-test.ts'
import { createApplicant, logIn } from './readers.ts'
import { expect, open } from './test.ts'

// Mail that has failed, and mail that is kept: web/desk/mail-room.test.ts.

test.beforeEach(({ page, admin }) => logIn(page, admin))

test('what was sent is listed, and read without its secret', async ({ page, request }) => {
  const nora = await createApplicant(request, 'Nora')
  await open(page, '/desk/mail?state=sent')
  await page.getByRole('link', { name: nora.email }).click()
  const letter = page.getByRole('region', { name: /Confirm/ })
  await expect(letter.getByText('#token=…')).toBeVisible()
  await expect(letter.getByRole('button', { name: /Send it/ })).toBeHidden()
  await letter.getByRole('button', { name: 'Source of the HTML' }).click()
  await expect(letter.getByText('<!doctype html>')).toBeVisible()
  expect(await violations(page)).toEqual([])
  await letter.getByRole('heading', { name: /Confirm/ }).focus()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('link', { name: nora.email })).toBeFocused()
})
