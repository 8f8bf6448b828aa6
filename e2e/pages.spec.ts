import { fixturePagePaths } from './paths.ts'
import { expect, test } from './test.ts'

// The text of each page is tested in built/articles.test.ts.
const privatePath = '/logbuch'

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('S2.13 without scripts, the text of every page is visible, and /verify-email says that it needs scripts', async ({
    page,
  }) => {
    for (const path of fixturePagePaths.filter((path) => path !== privatePath)) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.locator(path === '/' ? '.stage-words' : '.prose').first()).toBeVisible()
    }

    await page.goto('/verify-email#token=anything')
    await expect(page).toHaveTitle('Verify email - Nebelhorn')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Confirm your email address')
    expect(await page.locator('main noscript').innerHTML()).toContain('This needs scripts')
    await expect(page.getByRole('button', { name: 'Confirm my email address' })).toBeHidden()
  })

  test('S2.07 the pictures of /wetterstation load as AVIF when they are scrolled to', async ({ page }) => {
    await page.goto('/wetterstation')
    const pictures = page.locator('.prose figure img')
    await expect(pictures).toHaveCount(2)
    for (const picture of await pictures.all()) {
      await picture.scrollIntoViewIfNeeded()
      await expect(picture).toHaveJSProperty('complete', true)
      expect(await picture.evaluate((img: HTMLImageElement) => img.currentSrc)).toMatch(/\.avif$/)
    }
  })
})

test('the browser’s own view shows the feeds and sitemaps without a message in the console', async ({ page }) => {
  for (const path of ['/feed.xml', '/sitemap.xml', '/sitemap-kitchens.xml', '/comments/seefunk/feed.xml']) {
    const answer = await page.goto(path)
    expect(answer?.status(), path).toBe(200)
  }
})
