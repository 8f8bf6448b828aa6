import { createReader, logInBrowser } from './readers.ts'
import { expect, openPage, test } from './test.ts'

test('the footer of every page, the signup form and the account page link to the privacy page, but no menu does', async ({
  page,
  request,
}) => {
  await openPage(page, '/')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Datenschutz' }).click()
  await expect(page).toHaveURL('/privacy')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Was diese Seite von dir weiß')
  await expect(page.locator('#comments')).toHaveCount(0)
  await expect(page.locator('#menu a[href="/bootsbau"]')).toHaveCount(1)
  await expect(page.locator('#menu a[href="/privacy"]')).toHaveCount(0)
  expect(await (await request.get('/sitemap.xml')).text()).toContain('/privacy<')
  expect(await (await request.get('/feed.xml')).text()).not.toContain('/privacy')

  await openPage(page, '/login')
  await page.getByRole('link', { name: 'Create an account' }).click()
  await expect(page.getByRole('link', { name: 'What this site keeps of you' })).toHaveAttribute('href', '/privacy')
  await logInBrowser(page, await createReader(request))
  await openPage(page, '/account')
  await expect(page.getByRole('link', { name: 'What it is, and why' })).toHaveAttribute('href', '/privacy')
})
