import { blockLiveConnection, expect, openPage, test } from './test.ts'

const text = 'A new version of the site is available, please refresh.'

// When the page asks, and what it makes of every answer, is tested in web/version/version-banner.test.ts.
test('S2.50 S4.07 S7.10 the server answers the version of the build; a later one shows the banner, whose button loads the page again', async ({
  page,
  request,
}) => {
  const answered = await request.get('/api/version')
  expect(answered.headers()['cache-control']).toContain('no-store')
  const json: { version: string } = await answered.json()
  expect(json.version).toMatch(/^[0-9a-f]{16}$/)

  // A hub would tell of the version by itself.
  await blockLiveConnection(page)
  await page.route('/api/version', (route) => route.fulfill({ json }))
  await page.clock.install({ time: 0 })
  const first = page.waitForResponse('/api/version')
  await openPage(page, '/ueber-mich')
  await first
  json.version = 'two'
  await page.clock.runFor(30_000)
  await expect(page.getByRole('status').filter({ hasText: text })).toBeVisible()
  await page.evaluate(() => {
    document.body.dataset.before = 'yes'
  })
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(page.locator('body')).not.toHaveAttribute('data-before')
  await expect(page.getByText(text)).toHaveCount(0)
})
