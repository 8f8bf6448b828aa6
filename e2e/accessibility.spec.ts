import type { Page } from '@playwright/test'
import { violations } from './axe.ts'
import { SIGNED_UP, signUpWith } from './login-page.ts'
import { paths } from './paths.ts'
import { expect, open, test } from './test.ts'

test.use({ reducedMotion: 'reduce' })

// Each of these looks at a page many times over.
test.describe.configure({ timeout: 90_000 })

for (const path of paths) {
  test(`axe finds nothing on ${path}, at 390 and 1440 px, by day and by night`, async ({ page }) => {
    await open(page, path)
    expect(await violations(page)).toEqual([])
  })
}

test.describe('not found', () => {
  test.use({ expectMessages: /status of 404/ })
  test('axe finds nothing on the 404 page, at 390 and 1440 px, by day and by night', async ({ page }) => {
    await open(page, '/not-a-page')
    expect(await violations(page)).toEqual([])
  })
})

test('axe finds nothing in the open menu, at 390 and 1440 px, by day and by night', async ({ page }) => {
  await open(page, '/cloudflare')
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.locator('summary', { hasText: 'Gaming' }).click()
  await expect(page.getByRole('link', { name: 'Marble Blast Ultra' })).toBeVisible()
  expect(await violations(page)).toEqual([])
  await expect(page.locator('#menu')).toBeVisible()
})

test('axe finds nothing in the open search, empty and with results, at 390 and 1440 px, by day and by night', async ({
  page,
}) => {
  await open(page, '/cloudflare')
  await page.keyboard.press('/')
  await expect(page.getByRole('combobox')).toBeFocused()
  expect(await violations(page)).toEqual([])
  await page.getByRole('combobox').fill('cloudflare')
  await expect(page.getByRole('option').first()).toBeVisible()
  expect(await violations(page)).toEqual([])
})

/** The screens of accounts in the states that look different: where, and what to do there first. */
const screens: [name: string, path: string, act?: (page: Page) => Promise<void>][] = [
  [
    '/login with every mistake and the guest form',
    '/login',
    async (page) => {
      await page.getByRole('button', { name: 'Log in', exact: true }).click()
      await page.getByRole('button', { name: 'Continue as a guest' }).click()
      await page.getByRole('button', { name: 'Continue', exact: true }).click()
      await expect(page.getByText('Please provide both name and email.')).toBeVisible()
    },
  ],
  [
    '/login after a login that was declined',
    '/login?error=provider_denied',
    (page) => expect(page.getByRole('link', { name: 'Continue with Microsoft' })).toBeVisible(),
  ],
  [
    'signing up with every mistake',
    '/login?mode=signup',
    async (page) => {
      await page.getByRole('button', { name: 'Sign up' }).click()
      await page.getByRole('textbox', { name: 'Password' }).fill('qwertyuiop')
      await expect(page.getByText('very easy to guess')).toBeVisible()
    },
  ],
  [
    'a signup that went well',
    '/login',
    async (page) => {
      await signUpWith(page)
      await expect(page.getByText(SIGNED_UP)).toBeVisible()
    },
  ],
  ['/verify-email with a link', '/verify-email#token=any'],
  [
    '/verify-email without a link',
    '/verify-email',
    async (page) => {
      await page.getByLabel('Email').fill('nobody@example.org')
      await page.getByRole('button', { name: 'Send a new link' }).click()
      await expect(page.getByText('on its way')).toBeVisible()
    },
  ],
  ['/reset-password', '/reset-password'],
  [
    '/reset-password with a link',
    '/reset-password#token=any',
    (page) => page.getByRole('button', { name: 'Change my password' }).click(),
  ],
  ['/welcome', '/welcome'],
  ['/welcome with a link', '/welcome#token=any'],
]

for (const [name, path, act] of screens) {
  test(`axe finds nothing on ${name}, at 390 and 1440 px, by day and by night; at 320 px it does not scroll sideways`, async ({
    page,
  }) => {
    await open(page, path)
    await act?.(page)
    expect(await violations(page)).toEqual([])
    await page.setViewportSize({ width: 320, height: 640 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
  })
}

test.describe('320 px', () => {
  test.use({ viewport: { width: 320, height: 640 }, expectMessages: /status of 404/ })

  for (const path of [...paths, '/not-a-page']) {
    test(`${path} does not scroll sideways`, async ({ page }) => {
      await page.goto(path)
      const [content, window] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth])
      expect(content).toBeLessThanOrEqual(window ?? 0)
    })
  }
})

test('everything on a page is reached by Tab, in the order it is read, with a visible focus', async ({ page }) => {
  await open(page, '/auto-update-cloudflare-dns')
  const wanted = await page.evaluate(() => {
    const all = document.querySelectorAll<HTMLElement>('#page a[href], #page button, #page [tabindex="0"]')
    return [...all].filter((element) => element.checkVisibility({ visibilityProperty: true })).length
  })
  expect(wanted).toBeGreaterThan(20)
  const seen: string[] = []
  for (let i = 0; i < wanted; i++) {
    await page.keyboard.press('Tab')
    const focused = await page.evaluate(() => {
      const element = document.activeElement as HTMLElement
      const { outlineStyle, outlineWidth } = getComputedStyle(element)
      const all = [...document.querySelectorAll('*')]
      return {
        place: all.indexOf(element),
        visible: outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2,
        tag: element.outerHTML.slice(0, 80),
      }
    })
    expect(focused.visible, focused.tag).toBe(true)
    seen.push(String(focused.place).padStart(6))
  }
  expect(new Set(seen).size).toBe(wanted)
  expect(seen).toEqual(seen.toSorted())
})

test('the first Tab offers to skip to the content', async ({ page }) => {
  await open(page, '/cloudflare')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.locator('main')).toBeFocused()
})

test('targets are at least 44 px in one direction and 24 px in the other, outside of sentences', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  for (const path of ['/', '/cloudflare', '/auto-update-cloudflare-dns']) {
    await open(page, path)
    const small = await page.evaluate(() => {
      const all = [...document.querySelectorAll<HTMLElement>('#page a[href], #page button')]
      return all
        .filter(
          (element) =>
            element.checkVisibility({ visibilityProperty: true }) &&
            !element.matches('p a, li:not([class]) > a:only-child, .skip-link, .heading-link, td a, .prose a'),
        )
        .map((element) => ({ element, box: element.getBoundingClientRect() }))
        .filter(({ box }) => Math.max(box.width, box.height) < 44 || Math.min(box.width, box.height) < 24)
        .map(({ element }) => element.outerHTML.slice(0, 100))
    })
    expect(small, path).toEqual([])
  }
})
