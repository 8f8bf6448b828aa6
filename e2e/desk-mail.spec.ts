import { test } from './desk-test.ts'
import { createApplicant, logIn } from './readers.ts'
import { expect, open } from './test.ts'

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
  await page.keyboard.press('Escape')
  await expect(page.getByRole('link', { name: nora.email })).toBeFocused()
})

test('what has failed says why and is sent again; nothing in a mail is drawn or loaded', async ({ page }) => {
  const id = crypto.randomUUID()
  const mail = {
    id,
    to: 'x@example.org',
    subject: 'Hello',
    attempts: 6,
    nextAt: null,
    createdAt: Date.now(),
    sentAt: null,
  }
  const failed = { ...mail, state: 'failed', lastError: 'No such host' }
  const html = '<img src="https://evil.example/pixel.png"><script>document.title="owned"</script>'
  await page.route('**/api/desk/mail?*', (route) => route.fulfill({ json: { mail: [failed], next: null, smtp: true } }))
  await page.route(`**/api/desk/mail/${id}`, (route) => route.fulfill({ json: { ...failed, text: html, html } }))
  await page.route(`**/api/desk/mail/${id}/retry`, (route) =>
    route.fulfill({ json: { ...mail, attempts: 0, state: 'waiting', lastError: null } }),
  )
  await open(page, '/desk/mail')
  await page.getByRole('link', { name: 'Hello' }).click()
  const letter = page.getByRole('region', { name: 'Hello' })
  await expect(letter.getByText('Given up after 6 tries: No such host')).toBeVisible()
  await letter.getByRole('button', { name: 'Source of the HTML' }).click()
  await expect(letter.getByText(html)).toBeVisible()
  await letter.getByRole('button', { name: 'Send it again' }).click()
  await expect(letter.getByText('It is on the way again.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Hello' })).toContainText('On the way')
})

test('without a mail server, kept mail says so and is copied', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const id = crypto.randomUUID()
  const kept = {
    id,
    to: 'x@example.org',
    subject: 'Hello',
    state: 'kept',
    attempts: 0,
    nextAt: null,
    lastError: null,
  }
  const mail = { ...kept, createdAt: Date.now(), sentAt: null }
  const text = 'Confirm: https://site.test/verify-email#token=abc'
  await page.route('**/api/desk/mail?*', (route) => route.fulfill({ json: { mail: [mail], next: null, smtp: false } }))
  await page.route(`**/api/desk/mail/${id}`, (route) => route.fulfill({ json: { ...mail, text, html: '' } }))
  await open(page, '/desk/mail')
  await expect(page.getByText('No mail server is set up')).toBeVisible()
  await page.getByRole('link', { name: 'Hello' }).click()
  await expect(page.getByText('Hand it to x@example.org and to nobody else.')).toBeVisible()
  await page.getByRole('button', { name: 'Copy the text' }).click()
  await expect(page.getByText('The text is copied.')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(text)
})
