import { VERSION_POLL_MS } from '../contract/limits.ts'
import { expect, open, test } from './test.ts'

const text = 'A new version of the site is available, please refresh.'

/** A server whose version the test sets; counts how often it is asked. */
async function serveVersion(page: import('@playwright/test').Page, first: string) {
  const server = { version: first as string | number, asked: 0 }
  await page.route('/api/version', (route) => {
    server.asked++
    if (typeof server.version === 'number') return route.fulfill({ status: server.version, body: 'no' })
    return route.fulfill({ json: { version: server.version } })
  })
  return server
}

/** Opens a page and stops the clock once it has asked for the first time. */
async function openAsked(page: import('@playwright/test').Page, server: { asked: number }) {
  await page.clock.install({ time: 0 })
  await open(page, '/about-me')
  await expect.poll(() => server.asked).toBe(1)
  await page.clock.pauseAt(VERSION_POLL_MS / 2)
}

test('S4.06 S4.07 S9.01 the first version seen is kept; a later, different one shows the banner within 30 s', async ({
  page,
}) => {
  const server = await serveVersion(page, 'one')
  await openAsked(page, server)
  await page.clock.runFor(VERSION_POLL_MS)
  await expect.poll(() => server.asked).toBe(2)
  await expect(page.getByText(text)).toHaveCount(0)
  server.version = 'two'
  await page.clock.runFor(VERSION_POLL_MS - 1)
  expect(server.asked).toBe(2)
  await page.clock.runFor(1)
  await expect(page.getByText(text)).toBeVisible()
})

test('S2.50 the banner says so and its Refresh button loads the page again', async ({ page }) => {
  const server = await serveVersion(page, 'one')
  await openAsked(page, server)
  server.version = 'two'
  await page.clock.runFor(VERSION_POLL_MS)
  await expect(page.getByRole('status').filter({ hasText: text })).toBeVisible()
  await page.evaluate(() => {
    document.body.dataset.before = 'yes'
  })
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(page.locator('body')).not.toHaveAttribute('data-before')
  await expect(page.getByText(text)).toHaveCount(0)
})

test('S9.01 a hidden tab does not ask', async ({ page }) => {
  const server = await serveVersion(page, 'one')
  await openAsked(page, server)
  await page.evaluate(() => Object.defineProperty(document, 'hidden', { value: true, configurable: true }))
  await page.clock.runFor(3 * VERSION_POLL_MS)
  expect(server.asked).toBe(1)
  await page.evaluate(() => Object.defineProperty(document, 'hidden', { value: false, configurable: true }))
  await page.clock.runFor(VERSION_POLL_MS)
  await expect.poll(() => server.asked).toBe(2)
})

test.describe('S8.06', () => {
  test.use({ expectMessages: /Failed to load resource/ })
  test('S8.06 a failed check is skipped silently: an error, rubbish, no connection; the next one counts', async ({
    page,
  }) => {
    const server = await serveVersion(page, 'one')
    await openAsked(page, server)
    server.version = 500
    await page.clock.runFor(VERSION_POLL_MS)
    await expect.poll(() => server.asked).toBe(2)
    await page.unroute('/api/version')
    await page.route('/api/version', (route) => route.fulfill({ body: '<html>not a version' }))
    await page.clock.runFor(VERSION_POLL_MS)
    await page.unroute('/api/version')
    await page.route('/api/version', (route) => route.abort())
    await page.clock.runFor(VERSION_POLL_MS)
    await expect(page.getByText(text)).toHaveCount(0)
    await page.unroute('/api/version')
    await serveVersion(page, 'two')
    await page.clock.runFor(VERSION_POLL_MS)
    await expect(page.getByText(text)).toBeVisible()
  })
})

test('S7.10 the page asks without the cache, and the server answers the version of the build', async ({
  page,
  request,
}) => {
  const asked = page.waitForRequest('/api/version')
  await open(page, '/about-me')
  expect((await asked).method()).toBe('GET')
  const response = await request.get('/api/version')
  expect(response.headers()['cache-control']).toContain('no-store')
  expect((await response.json()).version).toMatch(/^[0-9a-f]{16}$/)
})
