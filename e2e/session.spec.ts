import type { Page } from '@playwright/test'
import type { AuthUser } from '../contract/accounts.ts'
import { reporterLoaded } from './reports-page.ts'
import { expect, open, ready, test } from './test.ts'

const nora: AuthUser = {
  id: '1',
  user: 'Nora Maria Kvist',
  email: 'nora@example.org',
  profilePicture: null,
  roles: [],
}

/** Somebody is logged in, and this is who. */
async function logInAs(page: Page, user: Partial<AuthUser> = {}) {
  await page.addInitScript(() => {
    localStorage.setItem('accessToken', 'access')
    localStorage.setItem('refreshToken', 'refresh')
  })
  await page.route('/auth/current-user', (route) => route.fulfill({ json: { ...nora, ...user } }))
  // Their tokens are made up: the server would take them for a session that is over.
  await page.route(/\/(notifications|comments\/[\w-]+)$/, (route) => route.fulfill({ json: [] }))
  // Anything but tools would raise an alert (S8.09), and what is pressed meanwhile is lost.
  await page.route('/tools', (route) => route.fulfill({ json: { tools: [] } }))
}

const account = (page: Page) => page.getByRole('button', { name: 'Your account' })
const header = (page: Page) => page.locator('.site-header')
const logInLink = (page: Page) => header(page).getByRole('link', { name: 'Log in' })

test.describe('the header', () => {
  test('leads to the login and back, without scripts too', async ({ page, browser, baseURL }) => {
    await open(page, '/ueber-mich')
    await expect(account(page)).toBeHidden()
    await logInLink(page).click()
    await expect(page).toHaveURL('/login?returnTo=%2Fueber-mich')
    const plain = await browser.newPage({ javaScriptEnabled: false })
    await plain.goto(`${baseURL}/ueber-mich`)
    await logInLink(plain).click()
    await expect(plain).toHaveTitle('Log in - Nebelhorn')
    await plain.close()
  })

  test('S4.14 knows before the first paint whether a token is kept', async ({ page }) => {
    await logInAs(page)
    await page.addInitScript(() => {
      // Runs when the parser reaches the header: nothing has been painted yet.
      new MutationObserver((_, observer) => {
        const link = document.querySelector('.site-header .log-in')
        const button = document.querySelector('.site-header .session-button')
        if (!link || !button) return
        observer.disconnect()
        const shown = [link, button].map((element) => getComputedStyle(element).display !== 'none')
        document.documentElement.dataset.shownAtFirst = shown.join()
      }).observe(document, { childList: true, subtree: true })
    })
    await page.goto('/ueber-mich')
    await expect(page.locator('html')).toHaveAttribute('data-shown-at-first', 'false,true')
  })

  test('does not move when it is known who is logged in', async ({ page }) => {
    await logInAs(page)
    let answer = () => {}
    const held = new Promise<void>((resolve) => {
      answer = resolve
    })
    await page.route('/auth/current-user', async (route) => {
      await held
      await route.fulfill({ json: nora })
    })
    await open(page, '/ueber-mich')
    const places = () =>
      header(page)
        .locator('a, button')
        .evaluateAll((all) => all.map((element) => JSON.stringify(element.getBoundingClientRect())))
    const before = await places()
    await expect(account(page)).toHaveText('')
    answer()
    await expect(account(page)).toHaveText('NK')
    expect(await places()).toEqual(before)
  })

  test('S2.55 shows two initials of a long name, or the picture', async ({ page }) => {
    await logInAs(page)
    await open(page, '/ueber-mich')
    await expect(account(page)).toHaveText('NK')
    await logInAs(page, { profilePicture: '/favicon.svg' })
    await page.reload()
    await expect(account(page).locator('img')).toHaveAttribute('src', '/favicon.svg')
    await expect(account(page)).toHaveText('')
  })

  const readersLinks = ['Your account', 'Your orders']
  for (const roles of [[], ['Admin']] satisfies AuthUser['roles'][]) {
    test(`offers the account and logging out, the desk ${roles.length ? 'to an admin' : 'to no reader'}`, async ({
      page,
    }) => {
      await logInAs(page, { roles, user: 'N'.repeat(80), email: `${'n'.repeat(64)}@${'example.'.repeat(20)}org` })
      await page.setViewportSize({ width: 320, height: 640 })
      await open(page, '/ueber-mich')
      await account(page).press('Enter')
      const menu = page.locator('#session-menu')
      await expect(menu).toContainText('N'.repeat(80))
      await expect(menu.getByRole('link')).toHaveText([...readersLinks, ...(roles.length ? ['Kitchen', 'Desk'] : [])])
      await expect(menu.getByRole('button', { name: 'Log out' })).toBeVisible()
      const box = await menu.boundingBox()
      expect(box?.x).toBeGreaterThanOrEqual(0)
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(320)
      expect(await menu.evaluate((element) => element.scrollWidth <= element.clientWidth)).toBe(true)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
      await page.keyboard.press('Escape')
      await expect(menu).toBeHidden()
      await expect(account(page)).toBeFocused()
    })
  }

  test('S4.02 logging out is at once, though the server does not answer', async ({ page }) => {
    await logInAs(page)
    await page.route('/auth/logout', () => {})
    await open(page, '/ueber-mich')
    await account(page).click()
    await page.getByRole('button', { name: 'Log out' }).click()
    await expect(logInLink(page)).toBeVisible()
    await expect(account(page)).toBeHidden()
    expect(await page.evaluate(() => localStorage.getItem('refreshToken'))).toBeNull()
  })
})

test.describe('S8.04', () => {
  test.use({ expectMessages: /Failed to load resource/ })
  test('S8.04 S4.02 when it cannot be found out who is logged in, nobody is, and the page goes on', async ({
    page,
  }) => {
    await logInAs(page, { roles: ['Admin'] })
    await page.route('/auth/current-user', (route) => route.fulfill({ status: 500, body: 'no' }))
    const asked = page.waitForResponse('/auth/current-user')
    await open(page, '/logbuch')
    await asked
    await expect(account(page)).toHaveText('')
    await expect(page.getByRole('main')).toBeEmpty()
  })
})

test.describe('the Tools of the menu', () => {
  const tools = (page: Page) => page.locator('#menu summary', { hasText: 'Tools' })

  // For every role: web/menu/menu.test.ts.
  test('S2.21 are locked for a reader and open for an admin', async ({ page }) => {
    await logInAs(page)
    await open(page, '/ueber-mich')
    await expect(account(page)).toHaveText('NK')
    await page.getByRole('button', { name: 'Menu' }).click()
    await expect(tools(page)).toContainText('(locked)')
    await expect(page.locator('#menu').getByRole('link', { name: 'Desk' })).toHaveCount(0)
    await logInAs(page, { roles: ['Admin'] })
    await open(page, '/ueber-mich')
    await expect(account(page)).toHaveText('NK')
    await page.getByRole('button', { name: 'Menu' }).click()
    await expect(tools(page)).not.toContainText('(locked)')
    await tools(page).hover()
    await expect(page.locator('#menu').getByRole('link', { name: 'Desk' })).toBeVisible()
  })
})

test.describe('the private page', () => {
  const path = '/logbuch'
  const words = `/api/private-pages${path}`

  // For everybody else: web/articles/private-words.test.ts.
  test('S2.09 S5.08 renders nothing for nobody and for a guest: no heading, no comments, and nothing is asked for', async ({
    page,
  }) => {
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    const rendersNothing = async () => {
      await open(page, path)
      // It comes when the browser is idle.
      await reporterLoaded(page)
      await expect(page.getByRole('main')).toBeEmpty()
    }
    await rendersNothing()
    await logInAs(page, { roles: ['Guest'] })
    const known = page.waitForResponse('/auth/current-user')
    await rendersNothing()
    await known
    await expect(account(page)).toHaveText('NK')
    await expect(page.getByRole('main')).toBeEmpty()
    expect(asked).not.toContain(words)
    expect(asked).not.toContain('/comments/logbuch')
  })

  test.describe('for a reader', () => {
    test.use({ expectMessages: /Failed to load resource/ })
    test('S2.09 S5.08 shows its words; when they do not come it says so and tries again', async ({ page }) => {
      await logInAs(page)
      let works = false
      await page.route(words, (route) =>
        works ? route.fulfill({ json: { html: '<h2>Private links</h2>' } }) : route.abort(),
      )
      await open(page, path)
      await expect(page.getByRole('alert').filter({ hasText: 'could not be loaded' })).toBeVisible()
      works = true
      await page.getByRole('button', { name: 'Try again' }).click()
      await expect(page.getByRole('heading', { name: 'Private links' })).toBeVisible()
      await expect(page.getByRole('heading', { level: 1, name: 'Das Logbuch' })).toBeVisible()
      await expect(page.locator('#comments')).toBeAttached()
    })
  })
})

test('a press of the account button before the application has loaded opens its menu', async ({ page }) => {
  await logInAs(page)
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(/assets\/main-.*\.js/, async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/ueber-mich')
  await account(page).click()
  await expect(page.locator('#session-menu').getByRole('link', { name: 'Your account' })).toBeVisible()
  release()
  await ready(page)
  await expect(page.locator('#session-menu')).toContainText('nora@example.org')
})
