import type { Page, TestInfo } from '@playwright/test'
import { submitComment } from './comments-page.ts'
import { buttonNamed } from './login-page.ts'
import { APP_ORIGIN, fireNativeEvent, openNativeApp, readNativeCalls, SITE_ORIGIN } from './native-bridge.ts'
import { createReader, logInBrowser } from './readers.ts'
import { expect, hydratePage, test, waitForLiveConnection } from './test.ts'

// The app's pages and the site have different origins. Chromium asks for permission before a page of another origin may
// call a server on this computer. A real site is not on this computer and needs no permission.
test.use({ expectRequests: /^https:\/\/localhost\//, permissions: ['local-network-access'] })

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const start = (page: Page, info: TestInfo, options = {}) => openNativeApp(page, info.outputPath('app'), options)
const back = (page: Page) => fireNativeEvent(page, 'App', 'backButton', { canGoBack: false })

/** Opens the search and follows its first result. */
async function find(page: Page, words: string, title: string): Promise<void> {
  await buttonNamed(page, 'Search').click()
  await page.getByRole('combobox').fill(words)
  await page.getByRole('option', { name: title }).first().click()
  await expect(page).toHaveTitle(`${title} - Nebelhorn`)
}

test('S2.17 the native app keeps its history in memory; Back leaves the app at the first page, and a reload restores the page and the history', async ({
  page,
}, info) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await start(page, info)
  await hydratePage(page)
  const styles = async () => (await readNativeCalls(page, 'setStyle')).map(({ options }) => options.style)
  await expect.poll(styles).toEqual(['DARK'])
  await buttonNamed(page, 'Change between day and night').click()
  await expect.poll(styles).toEqual(['DARK', 'LIGHT'])
  await buttonNamed(page, 'Change between day and night').click()
  await page.emulateMedia({ colorScheme: 'light' })
  await expect.poll(async () => (await styles()).at(-1)).toBe('LIGHT')

  await expect(heading(page, 'Wind, Wasser')).toBeVisible()
  await find(page, 'seefunk', 'Seefunk')
  await find(page, 'echolot', 'Echolot')
  expect(page.url()).toBe(`${APP_ORIGIN}/`)
  expect(await page.evaluate(() => history.length)).toBeLessThanOrEqual(2)

  await page.reload()
  await hydratePage(page)
  await expect(page).toHaveTitle('Echolot - Nebelhorn')
  await back(page)
  await expect(page).toHaveTitle('Seefunk - Nebelhorn')
  await back(page)
  await expect(page).toHaveTitle('Start - Nebelhorn')
  expect(await readNativeCalls(page, 'minimizeApp')).toEqual([])
  await back(page)
  await expect.poll(() => readNativeCalls(page, 'minimizeApp')).toHaveLength(1)
  await expect(page).toHaveTitle('Start - Nebelhorn')
})

test('in the native app, Back first closes an open menu or search, and no content lies under the camera, the corners or the system bars', async ({
  page,
}, info) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setSafeAreaInsetsOverride' as never, { insets: { top: 59, bottom: 34 } } as never)
  await start(page, info, { launchUrl: `${SITE_ORIGIN}/ueber-mich` })
  await hydratePage(page)
  const topOf = async (name: string) => (await buttonNamed(page, name).boundingBox())?.y ?? 0
  expect(await topOf('Menu')).toBeGreaterThanOrEqual(59)
  await buttonNamed(page, 'Menu').click()
  const menu = page.getByRole('navigation', { name: 'Main' })
  await expect(menu).toBeVisible()
  await expect.poll(() => topOf('Close')).toBeGreaterThanOrEqual(59)
  await back(page)
  await expect(menu).toBeHidden()
  await buttonNamed(page, 'Search').click()
  await expect(page.getByRole('dialog')).toBeVisible()
  expect((await page.getByRole('dialog').boundingBox())?.y).toBeGreaterThanOrEqual(59)
  await back(page)
  await expect(page.getByRole('dialog')).toBeHidden()
  expect(await readNativeCalls(page, 'minimizeApp')).toEqual([])
  await expect(page).toHaveTitle('Über mich - Nebelhorn')
  const foot = await page.locator('.site-footer').evaluate((element) => getComputedStyle(element).paddingBottom)
  expect(Number.parseFloat(foot)).toBeGreaterThanOrEqual(34)
})

test('a site URL that opens the native app shows its page with query and fragment; the app offers no Google or Microsoft login', async ({
  page,
}, info) => {
  const requests: string[] = []
  page.on('request', (request) => requests.push(new URL(request.url()).pathname))
  await start(page, info, { launchUrl: `${SITE_ORIGIN}/login?mode=signup&token=a&refreshtoken=b#x` })
  await hydratePage(page)
  await expect(page).toHaveTitle('Log in - Nebelhorn')
  await expect(buttonNamed(page, 'Sign up')).toBeVisible()
  await waitForLiveConnection(page)
  await expect(page.getByRole('link', { name: /Continue with/ })).toHaveCount(0)
  await page.getByRole('link', { name: 'Log in instead' }).click()
  await expect(buttonNamed(page, 'Log in')).toBeVisible()
  await expect(page.getByRole('link', { name: /Continue with/ })).toHaveCount(0)
  const kept = await page.evaluate(() => sessionStorage.getItem('nativeHistory'))
  expect(kept ?? '').not.toMatch(/refreshtoken/)

  await fireNativeEvent(page, 'App', 'appUrlOpen', { url: `${SITE_ORIGIN}/seefunk` })
  await expect(page).toHaveTitle(/Seefunk.* - Nebelhorn/)
  const title = await page.title()
  await fireNativeEvent(page, 'App', 'appUrlOpen', { url: 'https://evil.example/ueber-mich' })
  await fireNativeEvent(page, 'App', 'appUrlOpen', { url: 'not an address' })
  await fireNativeEvent(page, 'PushNotifications', 'pushNotificationActionPerformed', {
    actionId: 'tap',
    notification: { id: '1', data: { url: '/ueber-mich' } },
  })
  await expect(page).toHaveTitle('Über mich - Nebelhorn')
  // A link to another site must not have added an entry to the history.
  await back(page)
  await expect(page).toHaveTitle(title)
  // A page that requested the login providers would have done so before this point.
  expect(requests).not.toContain('/auth/providers')
})

test('the native app reaches the server from another origin, also for live updates; after a link within a page, Back returns to the previous position', async ({
  page,
}, info) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  const violations: string[] = []
  await page.exposeFunction('violated', (text: string) => violations.push(text))
  await page.addInitScript(() =>
    addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      (window as unknown as { violated: (text: string) => void }).violated(`${violatedDirective} ${blockedURI}`),
    ),
  )
  await start(page, info, { launchUrl: `${SITE_ORIGIN}/seefunk` })
  await hydratePage(page)
  await waitForLiveConnection(page)
  const link = page.getByRole('navigation', { name: 'On this page' }).getByRole('link').last()
  const id = (await link.getAttribute('href')) ?? ''
  await link.scrollIntoViewIfNeeded()
  const position = await page.evaluate(() => scrollY)
  await link.click()
  await expect(page.locator(id)).toBeInViewport()
  expect(page.url()).toBe(`${APP_ORIGIN}/`)
  await back(page)
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(position)
  await page.locator('#comments').scrollIntoViewIfNeeded()
  await buttonNamed(page, 'Search').click()
  await page.getByRole('combobox').fill('funk')
  await expect(page.getByRole('option').first()).toBeVisible()
  await expect.poll(() => asked.some((url) => url.startsWith(`${SITE_ORIGIN}/comments/seefunk`))).toBe(true)

  expect(asked).toContain(`${APP_ORIGIN}/search-index.json`)
  const elsewhere = asked.filter(
    (url) => url.startsWith(APP_ORIGIN) && !/\/((assets|texts)\/.*|favicon\.svg|search-index\.json)?$/.test(url),
  )
  expect(elsewhere).toEqual([])
  expect(violations).toEqual([])
  expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0)
})

test('a reader of the native app logs in and turns push on with the platform’s token', async ({
  page,
  request,
}, info) => {
  const reader = await createReader(request)
  await logInBrowser(page, reader)
  const told = page.waitForRequest((one) => one.url() === `${SITE_ORIGIN}/users/fcm-token` && one.method() === 'POST')
  // This site has no Firebase settings and would refuse a phone's token, so the call is answered here.
  await page.route(`${SITE_ORIGIN}/users/fcm-token`, (route) =>
    route.fulfill({ status: 204, headers: { 'access-control-allow-origin': APP_ORIGIN } }),
  )
  await start(page, info, { launchUrl: `${SITE_ORIGIN}/ueber-mich` })
  await hydratePage(page)
  await page.locator('#comments').scrollIntoViewIfNeeded()
  await submitComment(page, 'Written on a phone')
  await page.getByRole('region', { name: 'Push notifications' }).getByRole('button', { name: 'Enable' }).click()
  const call = await told
  expect(call.postDataJSON()).toEqual({ token: 'token of this phone', platform: 'android' })
  expect(await call.headerValue('authorization')).toMatch(/^Bearer /)
  expect(await readNativeCalls(page, 'requestPermissions')).toHaveLength(1)
  expect(await readNativeCalls(page, 'register')).not.toEqual([])
  await expect.poll(() => page.evaluate(() => localStorage.getItem('fcm_token'))).toBe('token of this phone')
})
