import { COPY_FEEDBACK_MS } from '../contract/limits.ts'
import { expect, open, ready, test, withoutLive } from './test.ts'

const path = '/auto-update-cloudflare-dns'

test('S2.53 S9.02 Copy copies the code, says so for 5000 ms, and is Copy again', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await withoutLive(page)
  await page.clock.install({ time: 0 })
  await open(page, path)
  await page.clock.pauseAt(60_000)
  const block = page.locator('.code-block', { hasText: 'dns_records' }).first()
  await block.getByRole('button', { name: 'Copy' }).click()
  await expect(block.getByRole('button', { name: 'Copied!' })).toBeVisible()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied).toContain("$zone = 'your-zone-id'\n$name = 'home.example.com'")
  await page.clock.runFor(COPY_FEEDBACK_MS - 1)
  await expect(block.getByRole('button', { name: 'Copied!' })).toBeVisible()
  await page.clock.runFor(1)
  await expect(block.getByRole('button', { name: 'Copy', exact: true })).toBeVisible()
})

test('S2.53 when copying is refused the button says how, and the code is selected', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'clipboard', { value: { writeText: () => Promise.reject(new Error('refused')) } })
  })
  await withoutLive(page)
  await page.clock.install({ time: 0 })
  await open(page, path)
  await page.clock.pauseAt(60_000)
  const block = page.locator('.code-block').first()
  await block.getByRole('button', { name: 'Copy' }).click()
  await expect(block.getByRole('button', { name: 'Press Ctrl+C to copy' })).toBeVisible()
  expect(await page.evaluate(() => getSelection()?.toString())).toContain('Read-Host')
  await page.clock.runFor(COPY_FEEDBACK_MS)
  await expect(block.getByRole('button', { name: 'Copy', exact: true })).toBeVisible()
})

test('fenced code is highlighted in the HTML itself', async ({ request }) => {
  const html = await (await request.get(path)).text()
  expect(html).toMatch(/<span class="code-variable">\$?zone<\/span>|<span class="code-variable">\$zone<\/span>/)
  expect(html).toContain('class="code-comment"')
})

test('S2.54 a block that carries a source shows Loading… while its file is fetched, then the file, highlighted', async ({
  page,
}) => {
  let answer = () => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route(/update-dns-task.*\.xml/, async (route) => {
    await held
    await route.continue()
  })
  await open(page, path)
  const block = page.locator('.code-block', { has: page.getByRole('link', { name: 'update-dns-task.xml' }) })
  await block.scrollIntoViewIfNeeded()
  await expect(block.locator('code')).toHaveText('Loading…')
  answer()
  await expect(block.locator('code')).toContainText('<Interval>PT5M</Interval>')
  await expect(block.locator('.code-keyword').first()).toBeVisible()
})

test.describe('S8.11 what the highlighter says when the file does not come', () => {
  test.use({ expectMessages: /Failed to load resource/ })
  const cases = [
    {
      name: 'an error of the server',
      answer: { status: 503, body: 'no' },
      says: '✖ Error 503 while fetching file: Service Unavailable',
    },
    { name: 'an empty file', answer: { status: 200, body: '' }, says: '✖ Error: File does not exist or is empty' },
    { name: 'no connection', answer: null, says: '✖ Error: File does not exist or is empty' },
  ]
  for (const { name, answer, says } of cases) {
    test(`S8.11 ${name}: ${says}`, async ({ page }) => {
      await page.route(/update-dns-task.*\.xml/, (route) => (answer ? route.fulfill(answer) : route.abort()))
      await open(page, path)
      const block = page.locator('.code-block', { has: page.getByRole('link', { name: 'update-dns-task.xml' }) })
      await block.scrollIntoViewIfNeeded()
      await expect(block.locator('code')).toHaveText(says)
    })
  }
})

test('a press of Copy before the application has loaded is not lost', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(/assets\/main-.*\.js/, async (route) => {
    await held
    await route.continue()
  })
  await page.goto(path)
  const block = page.locator('.code-block').first()
  await block.getByRole('button', { name: 'Copy' }).click()
  await expect(block.getByRole('button', { name: 'Copy', exact: true })).toBeVisible()
  release()
  await ready(page)
  await expect(block.getByRole('button', { name: 'Copied!' })).toBeVisible()
})
