import { expect, openPage, test } from './test.ts'

const field = 'Search this site'

// Queries and their results are tested in web/features/search/search-index.test.ts.
test('Ctrl+K loads and opens the search; matches are marked, arrow keys select a result, Enter opens its section, and Escape closes the search', async ({
  page,
}) => {
  const loaded: string[] = []
  page.on('request', (request) => loaded.push(request.url()))
  await openPage(page, '/ueber-mich')
  const isSearch = (url: string) => /search-(dialog|index)/.test(url)
  expect(loaded.filter(isSearch)).toEqual([])
  await page.keyboard.press('ControlOrMeta+k')
  const box = page.getByRole('combobox', { name: field })
  await expect(box).toBeFocused()
  await expect.poll(() => loaded.filter(isSearch).length).toBe(2)

  const results = page.getByRole('option')
  // Pages are offered before the reader types.
  await expect(page.getByRole('listbox', { name: 'Pages' })).toBeVisible()
  expect(await results.count()).toBeGreaterThan(2)
  await expect(results.first()).toHaveAttribute('aria-selected', 'true')
  await box.fill('seefunk')
  await expect(results.first()).toContainText('Seefunk')
  expect(await results.count()).toBeGreaterThan(1)
  await expect(results.first().locator('mark').first()).toHaveText(/seefunk/i)
  for (const odd of ['zzzzqqq', '((((', '\\', '<script>alert(1)</script>qq', '💥💥', 'x'.repeat(100)]) {
    await box.fill(odd)
    await expect(page.locator('.search-status')).toContainText(/Nothing matches|result/)
  }

  await box.fill('kanal 16')
  const target = '/seefunk#kanal-16'
  await expect(results.first()).toHaveAttribute('href', target)
  await expect(results.first()).toHaveAttribute('aria-selected', 'true')
  await expect(box).toHaveAttribute('aria-activedescendant', (await results.first().getAttribute('id')) ?? 'none')
  await page.keyboard.press('ArrowDown')
  await expect(results.nth(1)).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(target)
  await expect(page.getByRole('heading', { name: 'Kanal 16' })).toBeInViewport()
  await expect(page.getByRole('heading', { name: 'Kanal 16' })).toBeFocused()
  await page.getByRole('button', { name: 'Search' }).click()
  await expect(box).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.locator('.search')).toHaveCount(0)
  await page.keyboard.press('ControlOrMeta+k')
  await expect(box).toBeFocused()
  // Presses Ctrl+K so soon after the close button that the browser sends the close event of the dialog only afterwards.
  await page.evaluate(async () => {
    document.querySelector<HTMLButtonElement>('[aria-label="Close search"]')?.click()
    await Promise.resolve()
    document.dispatchEvent(new KeyboardEvent('keydown', { key: 'k', ctrlKey: true }))
  })
  await expect(box).toBeFocused()
})

test.describe('search without a connection', () => {
  // The browser logs failed requests, such as requests for comments and notices while the browser is offline.
  test.use({ expectMessages: /Failed to load resource|preload|ERR_INTERNET_DISCONNECTED/ })
  test('without a connection, the search shows an error; it finds pages when the connection is back, and after one use it finds pages offline', async ({
    page,
    context,
  }) => {
    // Only this request fails. If the whole network were off, the page would wait for its other requests.
    const code = /\/assets\/search-dialog-/
    await page.route(code, (route) => route.abort('internetdisconnected'))
    await openPage(page, '/')
    await page.keyboard.press('ControlOrMeta+k')
    await expect(page.getByRole('alert').filter({ hasText: 'The search could not be loaded' })).toBeVisible()
    await page.unroute(code)
    await page.keyboard.press('ControlOrMeta+k')
    await page.getByRole('combobox', { name: field }).fill('wetter')
    await expect(page.getByRole('option').first()).toBeVisible()
    await page.keyboard.press('Escape')
    await context.setOffline(true)
    await page.keyboard.press('ControlOrMeta+k')
    await page.getByRole('combobox', { name: field }).fill('tonne')
    await expect(page.getByRole('option').first()).toBeVisible()
  })
})

test('Ctrl+K before hydration opens the search', async ({ page }) => {
  await page.goto('/ueber-mich')
  await page.keyboard.press('ControlOrMeta+k')
  await expect(page.getByRole('combobox', { name: field })).toBeFocused()
})
