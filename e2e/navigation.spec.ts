import { site } from '../fixture-site/site.config.ts'
import { expect, hydratePage, openPage, test, waitForPaint } from './test.ts'

test('S2.16 a link to the current path reloads the page and scrolls to its top', async ({ page }) => {
  await openPage(page, '/seefunk')
  await page.evaluate(() => {
    window.scrollTo(0, 1500)
    document.body.dataset.before = 'yes'
  })
  await page.getByRole('button', { name: 'Menu' }).press('Enter')
  await page.locator('#menu').getByRole('link', { name: 'Seefunk', exact: true }).click()
  await expect(page.locator('body')).not.toHaveAttribute('data-before')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(await page.evaluate(() => window.scrollY)).toBe(0)
  await expect(page).toHaveURL('/seefunk')
})

// The metadata in the HTML of each page is tested in built/metadata.test.ts.
test('S2.15 S2.17 a navigation moves the focus to the heading, announces the title, updates the metadata and scrolls to the top; Back restores the position', async ({
  page,
}) => {
  await openPage(page, '/bootsbau')
  // Reads the scroll position at the press, because the click may scroll the page.
  await page.evaluate(() => {
    document.body.dataset.before = 'yes'
    addEventListener('click', () => Object.assign(document.body.dataset, { scroll: window.scrollY }), { capture: true })
  })
  const of = (selector: string, attribute = 'content') => page.locator(selector).getAttribute(attribute)
  const own = await of('meta[name=description]')
  const link = page.locator('.prose').getByRole('link', { name: 'Wetterstation' })
  await link.click()
  await expect(page).toHaveURL('/wetterstation')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await expect(page.locator('[aria-live=polite]', { hasText: 'Wetterstation - Nebelhorn' })).toHaveCount(1)
  await expect(page).toHaveTitle('Wetterstation - Nebelhorn')
  expect(await of('meta[name=description]')).not.toBe(own)
  expect(await of('link[rel=canonical]', 'href')).toBe(`${site.origin}/wetterstation`)
  expect(await of('meta[property="og:title"]')).toBe('Wetterstation')
  expect(await of('meta[property="og:url"]')).toBe(`${site.origin}/wetterstation`)
  await expect(page.locator('body')).toHaveAttribute('data-before', 'yes')
  expect(await page.evaluate(() => window.scrollY)).toBe(0)

  const before = Number(await page.locator('body').getAttribute('data-scroll'))
  expect(before).toBeGreaterThan(200)
  await page.goBack()
  await expect(page).toHaveURL('/bootsbau')
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(before)
  await expect(page).toHaveTitle('Bootsbau - Nebelhorn')
  await expect(page.locator('meta[name=description]')).toHaveAttribute('content', own ?? '')
  expect(await page.evaluate(() => sessionStorage.getItem('nativeHistory'))).toBeNull()
})

test('pointing at a link preloads the linked page, with any query, but not the 404 page for an unknown path', async ({
  page,
}) => {
  await openPage(page, '/seefunk')
  const loaded: string[] = []
  page.on('request', (request) => loaded.push(request.url()))
  await page.locator('.prose').getByRole('link', { name: 'Seewetter abrufen' }).hover()
  await expect.poll(() => loaded.some((url) => url.includes('seewetter-abrufen'))).toBe(true)
  await page.getByRole('link', { name: 'Log in', exact: true }).hover()
  await expect.poll(() => loaded.some((url) => url.includes('login-screen'))).toBe(true)
  expect(loaded.filter((url) => url.includes('not-found'))).toEqual([])
})

test.describe('at an address without a page', () => {
  test.use({ expectMessages: /status of 404/ })
  test('an unknown path answers 404 with a page that links back; a link to an unknown path shows that page without a reload', async ({
    page,
    request,
  }) => {
    expect((await request.get('/no-such-page', { headers: { accept: 'text/html' } })).status()).toBe(404)
    await page.goto('/no-such-page')
    await expect(page).toHaveTitle('Page not found - Nebelhorn')
    await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
    await page.getByRole('link', { name: 'Back to the start' }).click()
    await expect(page).toHaveTitle('Start - Nebelhorn')
    await hydratePage(page)
    await page.evaluate(() => {
      document.body.dataset.before = 'yes'
      history.pushState({}, '', '/nowhere')
      dispatchEvent(new PopStateEvent('popstate'))
    })
    await expect(page.getByRole('heading', { name: 'There is no page here' })).toBeVisible()
    await expect(page).toHaveTitle('Page not found - Nebelhorn')
    await expect(page.locator('body')).toHaveAttribute('data-before', 'yes')
  })
})

test.describe('a page whose text is gone after a new version', () => {
  test.use({ expectMessages: /Failed to load resource|preload/ })

  test('S8.10 when the text of a linked page is gone after a deploy, the failure is logged and the page is loaded once from the server', async ({
    page,
  }) => {
    const logged: string[] = []
    page.on('console', (message) => logged.push(message.text()))
    await openPage(page, '/seefunk')
    const text = /texts\/seewetter-abrufen\.json/
    await page.route(text, (route) => route.fulfill({ status: 404 }))
    const loads: string[] = []
    page.on('framenavigated', (frame) => loads.push(frame.url()))
    // After the load from the server, the page requests its text again: when the reader scrolls, or without scrolling
    // when the comments are near the window.
    const refused = page.waitForEvent('framenavigated').then(() => page.waitForResponse(text))
    await page.locator('.prose').getByRole('link', { name: 'Seewetter abrufen' }).click()
    await expect(page).toHaveTitle('Seewetter abrufen - Nebelhorn')
    await expect(page.locator('.prose')).toContainText('Das Skript')
    await page.evaluate(() => window.scrollTo(0, 400))
    await refused
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
    expect(loads).toHaveLength(1)
    expect(logged.join()).toContain('Navigation to /seewetter-abrufen failed')
  })
})

test('when a page was opened by the application and then reloaded, Back shows the previous page', async ({ page }) => {
  // In this window, the comments are too far below the window to load the application after the reload.
  await page.setViewportSize({ width: 390, height: 600 })
  await openPage(page, '/bootsbau')
  // A script clicks the link, so that the window stays at the top. There, the application does not load after going
  // back either.
  await page
    .locator('.prose')
    .getByRole('link', { name: 'Wetterstation' })
    .evaluate((link: HTMLElement) => link.click())
  await expect(page).toHaveURL('/wetterstation')
  const polled = page.waitForResponse('/notifications')
  await page.reload()
  await polled
  await expect(page.locator('html')).not.toHaveAttribute('data-ready')
  await page.goBack()
  await expect(page).toHaveURL('/bootsbau')
  await expect(page).toHaveTitle('Bootsbau - Nebelhorn')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ein Boot aus vier Teilen')
})

test('going back while a linked page is loading cancels the navigation to the linked page', async ({ page }) => {
  await openPage(page, '/bootsbau')
  await page.locator('.prose').getByRole('link', { name: 'Wetterstation' }).click()
  await expect(page).toHaveURL('/wetterstation')
  const asked = Promise.withResolvers<void>()
  const answer = Promise.withResolvers<void>()
  await page.route('/texts/seefunk.json*', async (route) => {
    asked.resolve()
    await answer.promise
    await route.continue()
  })
  await page.evaluate(() => {
    const link = document.querySelector<HTMLAnchorElement>('#menu a[href="/seefunk"], footer a[href="/seefunk"]')
    link?.click()
  })
  await asked.promise
  await page.goBack()
  await expect(page).toHaveURL('/bootsbau')
  const loaded = page.waitForResponse(/\/texts\/seefunk\.json/)
  answer.resolve()
  await loaded
  await waitForPaint(page)
  await expect(page).toHaveURL('/bootsbau')
  await expect(page.locator('html')).not.toHaveAttribute('data-going')
})
