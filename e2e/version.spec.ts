import { blockLiveConnection, expect, openPage, test } from './test.ts'

const text = 'A new version of the site is available, please refresh.'

// The time of the check and the handling of each reply are tested in web/features/version/version-banner.test.ts.
test('S2.50 S4.07 S7.10 the server returns the build’s version; a newer version shows a banner whose button reloads the page', async ({
  page,
  request,
}) => {
  const answered = await request.get('/api/version')
  expect(answered.headers()['cache-control']).toContain('no-store')
  const json: { version: string } = await answered.json()
  expect(json.version).toMatch(/^[0-9a-f]{16}$/)

  // The hub is blocked, because it would announce the version itself.
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
