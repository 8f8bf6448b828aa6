import type { Page } from '@playwright/test'
import { expect, open, test, withoutLive } from './test.ts'

const text = 'A new version of the site is available, please refresh.'

/** What the server of versions answers: a version, a status of failure, something else, or nothing. */
type Answer = { version: string } | { status: number } | 'rubbish' | 'no connection'

/** A server whose answer the test sets, and that does not tell by itself; counts how often it is asked. */
async function serveVersion(page: Page, first: string) {
  const server = { answer: { version: first } as Answer, asked: 0 }
  await withoutLive(page)
  await page.route('/api/version', (route) => {
    server.asked++
    const { answer } = server
    if (answer === 'no connection') return route.abort()
    if (answer === 'rubbish') return route.fulfill({ body: '<html>not a version' })
    return 'status' in answer ? route.fulfill({ status: answer.status, body: 'no' }) : route.fulfill({ json: answer })
  })
  return server
}

/** Opens a page and stops the clock once it has asked for the first time. */
async function openAsked(page: Page, server: { asked: number }) {
  await page.clock.install({ time: 0 })
  await open(page, '/ueber-mich')
  await expect.poll(() => server.asked).toBe(1)
  await page.clock.pauseAt(30_000 / 2)
}

test('S4.06 S4.07 the first version seen is kept; a later, different one shows the banner', async ({ page }) => {
  const server = await serveVersion(page, 'one')
  await openAsked(page, server)
  await page.clock.runFor(30_000)
  await expect.poll(() => server.asked).toBe(2)
  await expect(page.getByText(text)).toHaveCount(0)
  server.answer = { version: 'two' }
  await page.clock.runFor(30_000)
  await expect(page.getByText(text)).toBeVisible()
  server.answer = { version: 'one' }
  await page.clock.runFor(30_000)
  await expect.poll(() => server.asked).toBe(4)
  await expect(page.getByText(text)).toBeVisible()
})

test('S9.01 an open page asks every 30 s', async ({ page }) => {
  await page.addInitScript(() => {
    const times: number[] = []
    const { fetch } = window
    window.fetch = (input, init) => {
      if (input === '/api/version') times.push(Date.now())
      document.documentElement.dataset.asked = JSON.stringify(times)
      return fetch(input, init)
    }
  })
  const server = await serveVersion(page, 'one')
  await openAsked(page, server)
  await page.clock.runFor(4 * 30_000)
  const times: number[] = JSON.parse((await page.locator('html').getAttribute('data-asked')) ?? '[]')
  expect(times).toHaveLength(5)
  // The first question and the timer are set in one turn, of which the clock may see the end.
  for (const [i, time] of times.slice(1).entries()) expect(Math.abs(time - (times[i] ?? 0) - 30_000)).toBeLessThan(50)
})

test('S2.50 the banner says so and its Refresh button loads the page again', async ({ page }) => {
  const server = await serveVersion(page, 'one')
  await openAsked(page, server)
  server.answer = { version: 'two' }
  await page.clock.runFor(30_000)
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
  await page.clock.runFor(3 * 30_000)
  expect(server.asked).toBe(1)
  await page.evaluate(() => Object.defineProperty(document, 'hidden', { value: false, configurable: true }))
  await page.clock.runFor(30_000)
  await expect.poll(() => server.asked).toBe(2)
})

test.describe('S8.06', () => {
  test.use({ expectMessages: /Failed to load resource/ })
  test('S8.06 a failed check is skipped silently: an error, rubbish, no connection; the next one counts', async ({
    page,
  }) => {
    const server = await serveVersion(page, 'one')
    await openAsked(page, server)
    for (const answer of [{ status: 500 }, 'rubbish', 'no connection'] as const) {
      server.answer = answer
      const before = server.asked
      await page.clock.runFor(30_000)
      await expect.poll(() => server.asked).toBe(before + 1)
      await expect(page.getByText(text)).toHaveCount(0)
    }
    server.answer = { version: 'two' }
    await page.clock.runFor(30_000)
    await expect(page.getByText(text)).toBeVisible()
  })
})

test('S7.10 the page asks without the cache, and the server answers the version of the build', async ({
  page,
  request,
}) => {
  const asked = page.waitForRequest('/api/version')
  await open(page, '/ueber-mich')
  expect((await asked).method()).toBe('GET')
  const response = await request.get('/api/version')
  expect(response.headers()['cache-control']).toContain('no-store')
  expect((await response.json()).version).toMatch(/^[0-9a-f]{16}$/)
})
