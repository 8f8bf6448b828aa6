import type { Page } from '@playwright/test'
import type { AuthUser } from '../contract/accounts.ts'
import { createReader, logInBrowser } from './readers.ts'
import { waitForReporter } from './reports-page.ts'
import { expect, hydratePage, openPage, test, waitForLiveConnection } from './test.ts'

const nora: AuthUser = {
  id: '1',
  user: 'Nora Maria Kvist',
  email: 'nora@example.org',
  profilePicture: null,
  roles: [],
}

/** Logs in a user that exists only in the browser of this test. */
async function logInAs(page: Page, user: Partial<AuthUser> = {}) {
  await page.addInitScript(() => {
    localStorage.setItem('accessToken', 'access')
    localStorage.setItem('refreshToken', 'refresh')
  })
  await page.route('/auth/current-user', (route) => route.fulfill({ json: { ...nora, ...user } }))
  // These two routes answer instead of the server, which would refuse the invented tokens as an expired session.
  await page.route(/\/(notifications|comments\/[\w-]+)$/, (route) => route.fulfill({ json: [] }))
  await page.route('/api/comment-approval', (route) => route.fulfill({ json: { waits: 'none' } }))
  // The server would also refuse these two calls. The page would then show an alert (S8.09), which covers buttons.
  await page.route('/tools', (route) => route.fulfill({ json: { tools: [] } }))
  await page.route('/api/desk/inbox/counts', (route) => route.fulfill({ json: { waiting: {} } }))
}

const account = (page: Page) => page.getByRole('button', { name: 'Your account' })
const header = (page: Page) => page.locator('.site-header')
const logInLink = (page: Page) => header(page).getByRole('link', { name: 'Log in' })

test.describe('the header', () => {
  test.describe('a service worker that cannot be registered', () => {
    test.use({ serviceWorkers: 'allow', expectMessages: /^warning: The service worker could not be registered/ })

    test('S8.12 a service worker that cannot be registered causes only a warning; the login link of the header works, even without scripts', async ({
      page,
      browser,
      baseURL,
    }) => {
      const warnings: string[] = []
      page.on('console', (message) => message.type() === 'warning' && warnings.push(message.text()))
      await page.addInitScript(() => {
        ServiceWorkerContainer.prototype.register = () => Promise.reject(new Error('refused'))
      })
      await openPage(page, '/ueber-mich')
      await expect.poll(() => warnings).toEqual([expect.stringContaining('could not be registered')])
      await expect(account(page)).toBeHidden()
      await logInLink(page).click()
      await expect(page).toHaveURL('/login?returnTo=%2Fueber-mich')
      await expect(page).toHaveTitle('Log in - Nebelhorn')
      await expect(page.getByRole('alert').filter({ hasText: /./ })).toHaveCount(0)
      const plain = await browser.newPage({ javaScriptEnabled: false })
      await plain.goto(`${baseURL}/ueber-mich`)
      await logInLink(plain).click()
      await expect(plain).toHaveTitle('Log in - Nebelhorn')
      await plain.close()
    })
  })

  test('S4.14 S2.55 S4.02 the header shows the login state before the first paint, its menu fits 320 px, and logging out does not wait for the server', async ({
    page,
  }) => {
    const long = { user: 'N'.repeat(80), email: `${'n'.repeat(64)}@${'example.'.repeat(20)}org` }
    await logInAs(page, long)
    await page.addInitScript(() => {
      // Runs when the parser reaches the header, before the first paint.
      new MutationObserver((_, observer) => {
        const link = document.querySelector('.site-header .log-in')
        const button = document.querySelector('.site-header .session-button')
        if (!link || !button) return
        observer.disconnect()
        const shown = [link, button].map((element) => getComputedStyle(element).display !== 'none')
        document.documentElement.dataset.shownAtFirst = shown.join()
      }).observe(document, { childList: true, subtree: true })
    })
    const held = Promise.withResolvers<void>()
    await page.route('/auth/current-user', async (route) => {
      await held.promise
      await route.fallback()
    })
    await openPage(page, '/ueber-mich')
    await expect(page.locator('html')).toHaveAttribute('data-shown-at-first', 'false,true')
    const places = () =>
      header(page)
        .locator('a, button')
        .evaluateAll((all) => all.map((element) => JSON.stringify(element.getBoundingClientRect())))
    const before = await places()
    await expect(account(page)).toHaveText('')
    held.resolve()
    await expect(account(page)).toHaveText('N')
    expect(await places()).toEqual(before)

    const menu = page.locator('#session-menu')
    const offers = async (links: string[]) => {
      await account(page).press('Enter')
      await expect(menu).toContainText(long.user)
      await expect(menu.getByRole('link')).toHaveText(links)
      await expect(menu.getByRole('button', { name: 'Log out' })).toBeVisible()
      const box = await menu.boundingBox()
      expect(box?.x).toBeGreaterThanOrEqual(0)
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(320)
      expect(await menu.evaluate((element) => element.scrollWidth <= element.clientWidth)).toBe(true)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
      await page.keyboard.press('Escape')
      await expect(menu).toBeHidden()
      await expect(account(page)).toBeFocused()
    }
    await page.setViewportSize({ width: 320, height: 640 })
    await offers(['Your account', 'Your orders'])

    await logInAs(page, { ...long, roles: ['Admin'], profilePicture: '/favicon.svg' })
    const loaded = Promise.withResolvers<void>()
    await page.route(/assets\/main-.*\.js/, async (route) => {
      await loaded.promise
      await route.continue()
    })
    await page.goto('/ueber-mich')
    await account(page).click()
    await expect(menu.getByRole('link', { name: 'Your account' })).toBeVisible()
    loaded.resolve()
    await hydratePage(page)
    await expect(menu).toContainText(long.email)
    await page.keyboard.press('Escape')
    await expect(account(page).locator('img')).toHaveAttribute('src', '/favicon.svg')
    await expect(account(page)).toHaveText('')
    await offers(['Your account', 'Your orders', 'Kitchen', 'Desk'])

    await page.route('/auth/logout', () => {})
    await account(page).click()
    await page.getByRole('button', { name: 'Log out' }).click()
    await expect(logInLink(page)).toBeVisible()
    await expect(account(page)).toBeHidden()
    expect(await page.evaluate(() => localStorage.getItem('refreshToken'))).toBeNull()
  })
})

test('a logout cancels the pending requests of the user, so that the browser logs no refused request', async ({
  page,
  request,
}) => {
  const underWay = new Map<string, PromiseWithResolvers<void>>()
  const loggedOut = Promise.withResolvers<void>()
  for (const path of ['/auth/current-user', '/notifications', '/hub/negotiate']) {
    const sent = Promise.withResolvers<void>()
    underWay.set(path, sent)
    await page.route(new RegExp(`${path}(\\?|$)`), async (route) => {
      if (!route.request().headers().authorization) return route.fallback()
      sent.resolve()
      await loggedOut.promise
      return route.continue()
    })
  }
  const refused: string[] = []
  page.on('response', (response) => response.status() === 401 && refused.push(response.url()))
  await logInBrowser(page, await createReader(request))
  await openPage(page, '/ueber-mich')
  await Promise.all([...underWay.values()].map(({ promise }) => promise))
  await account(page).click()
  const logout = page.waitForResponse('/auth/logout')
  await page.getByRole('button', { name: 'Log out' }).click()
  await logout
  loggedOut.resolve()
  await expect(logInLink(page)).toBeVisible()
  await waitForLiveConnection(page)
  expect(refused).toEqual([])
})

test.describe('the private page', () => {
  const path = '/logbuch'
  const words = `/api/private-pages${path}`

  test.use({ expectMessages: /Failed to load resource/ })

  // Other visitors of a private page are tested in web/articles/private-content.test.ts.
  test('S2.09 S5.08 the private page is empty for visitors, guests and logins that cannot be checked; a reader sees its text, or an error with a button to try again', async ({
    page,
  }) => {
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    const rendersNothing = async () => {
      await openPage(page, path)
      // The reporter loads when the browser is idle, so everything else has been requested before.
      await waitForReporter(page)
      await expect(page.getByRole('main')).toBeEmpty()
    }
    await rendersNothing()
    await logInAs(page, { roles: ['Guest'] })
    const known = page.waitForResponse('/auth/current-user')
    await rendersNothing()
    await known
    await expect(account(page)).toHaveText('NK')
    await expect(page.getByRole('main')).toBeEmpty()
    await page.route('/auth/current-user', (route) => route.fulfill({ status: 500, body: 'no' }))
    const failed = page.waitForResponse('/auth/current-user')
    await openPage(page, path)
    await failed
    await expect(account(page)).toHaveText('')
    await expect(page.getByRole('main')).toBeEmpty()
    expect(asked).not.toContain(words)
    expect(asked).not.toContain('/comments/logbuch')

    await logInAs(page)
    let works = false
    await page.route(words, (route) =>
      works ? route.fulfill({ json: { html: '<h2>Private links</h2>' } }) : route.abort(),
    )
    await openPage(page, path)
    await expect(page.getByRole('alert').filter({ hasText: 'could not be loaded' })).toBeVisible()
    works = true
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('heading', { name: 'Private links' })).toBeVisible()
    await expect(page.getByRole('heading', { level: 1, name: 'Das Logbuch' })).toBeVisible()
    const comments = page.locator('#comments')
    await comments.scrollIntoViewIfNeeded()
    await expect(comments.getByLabel('Your comment')).toBeVisible()
    // A private page has no feed of its comments, because visitors must not read them.
    await expect(comments.getByRole('link', { name: 'Follow by feed' })).toHaveCount(0)
  })
})
