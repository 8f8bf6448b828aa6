import { SERVICE_WORKER_PATH } from '../contract/service-worker.ts'
import { offlineConsolePattern, waitForCachedPage, waitForServiceWorker } from './offline-page.ts'
import { expect, hydratePage, openPage, test } from './test.ts'

test.use({ serviceWorkers: 'allow', expectMessages: offlineConsolePattern })

test('S4.15 the service worker is registered at a fixed root path; offline, visited pages and the search work, and an unvisited page lists the cached pages', async ({
  page,
  context,
}) => {
  const logged: string[] = []
  page.on('console', (message) => message.type() === 'info' && logged.push(message.text()))
  await page.addInitScript(() => {
    const { register } = ServiceWorkerContainer.prototype
    ServiceWorkerContainer.prototype.register = function (...args) {
      const { dataset } = document.documentElement
      dataset.registered = dataset.ready === undefined ? 'before' : 'after'
      return register.apply(this, args)
    }
  })
  await openPage(page, '/ueber-mich')
  await waitForServiceWorker(page)
  await expect(page.locator('html')).toHaveAttribute('data-registered', 'before')
  const { scope, script } = await page.evaluate(async () => {
    const { scope, active } = await navigator.serviceWorker.ready
    return { scope: new URL(scope).pathname, script: active && new URL(active.scriptURL).pathname }
  })
  expect(script).toBe(SERVICE_WORKER_PATH)
  expect(scope).toBe('/')
  expect(logged).toContain('The service worker is registered')

  await page.evaluate(() => document.querySelector<HTMLAnchorElement>('a[href="/seefunk"]')?.click())
  await expect(page).toHaveURL('/seefunk')
  await waitForCachedPage(page, '/ueber-mich')
  await waitForCachedPage(page, '/seefunk')

  await context.setOffline(true)
  await openPage(page, '/seefunk')
  const heading = page.getByRole('heading', { level: 1 })
  const title = await heading.textContent()
  await page.evaluate(() => document.querySelector<HTMLAnchorElement>('a[href="/ueber-mich"]')?.click())
  await expect(page).toHaveURL('/ueber-mich')
  await expect(heading).not.toHaveText(title ?? '')
  await page.reload()
  await hydratePage(page)
  await page.keyboard.press('ControlOrMeta+k')
  await page.getByRole('combobox').fill('seefunk')
  await expect(page.getByRole('option').first()).toBeVisible()
  await page.keyboard.press('Escape')

  // The code of this page is not cached, so the application shows the offline page.
  await page.evaluate(() => document.querySelector<HTMLAnchorElement>('a[href="/bootsbau"]')?.click())
  await expect(page).toHaveURL('/bootsbau')
  await expect(heading).toHaveText('You are offline')
  await expect(page.getByText('This page has not been visited in this browser')).toBeVisible()
  const list = page.getByRole('region', { name: 'Pages that are here' }).getByRole('link')
  await expect(list).toHaveText(['Seefunk', 'Über mich', 'Start'])
  await list.filter({ hasText: 'Über mich' }).click()
  await expect(page).toHaveURL('/ueber-mich')
  await page.goBack()
  await expect(heading).toHaveText('You are offline')

  await context.setOffline(false)
  // The offline page may check the connection before it is back. The next check follows five seconds later.
  await expect(heading).toHaveText('Ein Boot aus vier Teilen', { timeout: 20_000 })
  await expect(page).toHaveURL('/bootsbau')
})

test('when a round trip takes 150 ms, the first page loads no font, and the next page has the fonts that the service worker stored', async ({
  page,
}) => {
  const session = await page.context().newCDPSession(page)
  const network = { offline: false, latency: 150, downloadThroughput: 1e7, uploadThroughput: 1e7 }
  await session.send('Network.emulateNetworkConditions', { ...network, connectionType: 'cellular4g' })
  const readFonts = () =>
    page.evaluate(() => {
      const { fontFamily } = getComputedStyle(document.querySelector('h1') as Element)
      return { font: fontFamily.split(',')[0], isLoaded: document.fonts.check('700 16px Unbounded') }
    })
  await page.goto('/seefunk')
  await waitForServiceWorker(page)
  await waitForCachedPage(page, '/seefunk')
  expect(await readFonts()).toEqual({ font: '"Unbounded local"', isLoaded: false })
  await page.goto('/ueber-mich')
  await expect(page.locator('link[rel=preload][as=font]')).toHaveCount(2)
  await page.evaluate(() => document.fonts.ready)
  expect(await readFonts()).toEqual({ font: 'Unbounded', isLoaded: true })
})
