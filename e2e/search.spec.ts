import { expect, open, test } from './test.ts'

const field = 'Search this site'

test('"/" opens the search, which is loaded only then', async ({ page }) => {
  const loaded: string[] = []
  page.on('request', (request) => loaded.push(request.url()))
  await open(page, '/ueber-mich')
  const isSearch = (url: string) => /search-(dialog|index)/.test(url)
  expect(loaded.filter(isSearch)).toEqual([])
  await page.keyboard.press('/')
  await expect(page.getByRole('combobox', { name: field })).toBeFocused()
  await expect.poll(() => loaded.filter(isSearch).length).toBe(2)
})

test('results are ranked: the page of that name first, and what matched is marked', async ({ page }) => {
  await open(page, '/')
  await page.getByRole('button', { name: 'Search' }).click()
  await page.getByRole('combobox', { name: field }).fill('seefunk')
  const results = page.getByRole('option')
  await expect(results.first()).toContainText('Seefunk')
  expect(await results.count()).toBeGreaterThan(1)
  await expect(results.first().locator('mark').first()).toHaveText(/seefunk/i)
})

for (const [typed, found] of [
  ['leuchttrum rote', 'Leuchtturm Rote Sand'],
  ['seewettr', 'Seewetter abrufen'],
  ['knotten anfänger', 'Knoten für Anfänger'],
  ['7001', 'Wetterstation'],
  ['barom', 'Wetterstation'],
] as const) {
  test(`typing “${typed}” finds ${found}`, async ({ page }) => {
    await open(page, '/')
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: field }).fill(typed)
    await expect(page.getByRole('option', { name: found }).first()).toBeVisible()
  })
}

test('by keyboard: arrows choose, Enter goes to the part of the page, Escape closes', async ({ page }) => {
  await open(page, '/')
  await page.keyboard.press('/')
  const box = page.getByRole('combobox', { name: field })
  await box.fill('kanal 16')
  const first = page.getByRole('option').first()
  await expect(first).toHaveAttribute('aria-selected', 'true')
  await expect(box).toHaveAttribute('aria-activedescendant', (await first.getAttribute('id')) ?? 'none')
  const target = await first.getAttribute('href')
  expect(target).toBe('/seefunk#kanal-16')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(target ?? '')
  await expect(page.getByRole('heading', { name: 'Kanal 16' })).toBeInViewport()
  await page.keyboard.press('/')
  await expect(box).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(box).toHaveCount(0)
})

test('nothing found is said in words, and no query breaks it', async ({ page }) => {
  await open(page, '/')
  await page.keyboard.press('/')
  const box = page.getByRole('combobox', { name: field })
  for (const odd of ['zzzzqqq', '((((', '\\', '<script>alert(1)</script>qq', '💥💥', 'x'.repeat(100)]) {
    await box.fill(odd)
    await expect(page.locator('.search-status')).toContainText(/Nothing matches|result/)
  }
})

test.describe('with the connection gone', () => {
  // The page asks for comments and notices meanwhile.
  test.use({ expectMessages: /ERR_INTERNET_DISCONNECTED/ })
  test('once used it works without a connection', async ({ page, context }) => {
    await open(page, '/')
    await page.keyboard.press('/')
    await page.getByRole('combobox', { name: field }).fill('wetter')
    await expect(page.getByRole('option').first()).toBeVisible()
    await page.keyboard.press('Escape')
    await context.setOffline(true)
    await page.keyboard.press('/')
    await page.getByRole('combobox', { name: field }).fill('tonne')
    await expect(page.getByRole('option').first()).toBeVisible()
  })
})

test.describe('without a connection from the start', () => {
  test.use({ expectMessages: /Failed to load resource|preload/ })
  test('it says what happened and what to do, and works when the connection is back', async ({ page }) => {
    // This alone fails: a page that is still loading would wait for what else it has begun.
    const code = /\/assets\/search-dialog-/
    await page.route(code, (route) => route.abort('internetdisconnected'))
    await open(page, '/')
    await page.keyboard.press('/')
    await expect(page.getByRole('alert')).toContainText('The search could not be loaded')
    await page.unroute(code)
    await page.keyboard.press('/')
    await expect(page.getByRole('combobox', { name: field })).toBeVisible()
  })
})

test('a "/" pressed before the application has loaded opens the search', async ({ page }) => {
  await page.goto('/ueber-mich')
  await page.keyboard.press('/')
  await expect(page.getByRole('combobox', { name: field })).toBeFocused()
})
