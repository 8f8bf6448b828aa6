import { type CuttableLink, openCuttableLink } from '@hobohat/hub/testing'
import { offlineConsolePattern, waitForCachedPage, waitForServiceWorker } from './offline-page.ts'
import { expect, hydratePage, test } from './test.ts'

// The page reaches the site through a proxy. The test can cut or slow the connection of the proxy while the browser
// still counts as online.
test.use({
  serviceWorkers: 'allow',
  expectMessages: offlineConsolePattern,
  expectRequests: /^http:\/\/127\.0\.0\.1:/,
})

let link: CuttableLink

test.beforeEach(async ({ baseURL }) => {
  link = await openCuttableLink(baseURL ?? '')
})
test.afterEach(() => link.close())

test('with a slow network or without the server, a visited page comes from the cache; an unvisited page appears when the server is back', async ({
  page,
}) => {
  const at = (path: string) => new URL(path, link.url).href
  await page.goto(at('/ueber-mich'))
  await waitForServiceWorker(page)
  await waitForCachedPage(page, '/ueber-mich')
  const heading = page.getByRole('heading', { level: 1 })
  link.stall()
  await page.reload()
  await expect(heading).toHaveText('Wer die Pinne hält')
  await hydratePage(page)

  link.cut()
  await page.reload()
  await hydratePage(page)
  await expect(heading).toHaveText('Wer die Pinne hält')
  await page.goto(at('/bootsbau'))
  await expect(heading).toHaveText('The site cannot be reached')
  link.mend()
  await expect(heading).toHaveText('Ein Boot aus vier Teilen', { timeout: 20_000 })
})

test('when the browser’s storage is full, pages load from the server and are not cached', async ({ page, context }) => {
  const client = await context.newCDPSession(page)
  const { origin } = new URL(link.url)
  await client.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 1 })
  await page.goto(`${origin}/ueber-mich`)
  await waitForServiceWorker(page)
  await page.goto(`${origin}/seefunk`)
  await hydratePage(page)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Seefunk, das Nötigste')
  expect(await page.evaluate(async () => Boolean(await caches.match('/seefunk')))).toBe(false)
})
