import { type CuttableLink, openLink } from '../hub/testing/cuttable-link.ts'
import { inCharge, kept, NO_NETWORK } from './offline-page.ts'
import { expect, ready, test } from './test.ts'

// The page is reached by a way that can be cut, or be slow, while the browser says that it has a network.
test.use({
  serviceWorkers: 'allow',
  expectMessages: NO_NETWORK,
  expectRequests: /^http:\/\/127\.0\.0\.1:/,
})

let link: CuttableLink

test.beforeEach(async ({ baseURL }) => {
  link = await openLink(baseURL ?? '')
})
test.afterEach(() => link.close())

test('a server that is gone is no harm to visited pages; another page comes once it is back', async ({ page }) => {
  const at = (path: string) => new URL(path, link.url).href
  await page.goto(at('/about-me'))
  await inCharge(page)
  await kept(page, '/about-me')
  link.cut()
  await page.reload()
  await ready(page)
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toHaveText('Who is under the hat')
  await page.goto(at('/pc-build'))
  await expect(heading).toHaveText('The site cannot be reached')
  link.mend()
  await expect(heading).toHaveText('A PC in thirteen parts', { timeout: 20_000 })
})

test('where the network takes too long, the copy of a visited page is shown', async ({ page }) => {
  await page.goto(new URL('/about-me', link.url).href)
  await inCharge(page)
  await kept(page, '/about-me')
  link.stall()
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Who is under the hat')
  await ready(page)
})

test('where storage is full, the site goes on without', async ({ page, context }) => {
  const client = await context.newCDPSession(page)
  const { origin } = new URL(link.url)
  await client.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 1 })
  await page.goto(`${origin}/about-me`)
  await inCharge(page)
  await page.goto(`${origin}/cloudflare`)
  await ready(page)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Cloudflare, the useful parts')
  expect(await page.evaluate(async () => Boolean(await caches.match('/cloudflare')))).toBe(false)
})
