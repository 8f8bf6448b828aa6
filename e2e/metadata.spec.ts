import { site } from '../fixture-site/site.config.ts'
import { expect, open, test } from './test.ts'

// The metadata in the HTML of each page is tested on the build (built/metadata.test.ts).
test('S2.15 a navigation sets title, description, Open Graph tags and canonical link', async ({ page }) => {
  await open(page, '/seefunk')
  const own = await page.locator('meta[name=description]').getAttribute('content')
  expect(own).not.toBe(site.description)
  await page.locator('.prose').getByRole('link', { name: 'Seewetter abrufen' }).click()
  await expect(page).toHaveTitle('Seewetter abrufen - Nebelhorn')
  await expect(page.locator('meta[name=description]')).toHaveAttribute('content', site.description)
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', `${site.origin}/seewetter-abrufen`)
  await expect(page.locator('meta[property="og:title"]')).toHaveAttribute('content', 'Seewetter abrufen')
  await expect(page.locator('meta[property="og:url"]')).toHaveAttribute('content', `${site.origin}/seewetter-abrufen`)
  await page.goBack()
  await expect(page).toHaveTitle('Seefunk - Nebelhorn')
  await expect(page.locator('meta[name=description]')).toHaveAttribute('content', own ?? '')
  await page.getByRole('link', { name: 'Nebelhorn' }).first().click()
  await expect(page).toHaveTitle('Start - Nebelhorn')
})
