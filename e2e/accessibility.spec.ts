import type { Page } from '@playwright/test'
import { findAxeAndOverflowViolations } from './axe.ts'
import { SIGNED_UP_MESSAGE, submitSignupForm } from './login-page.ts'
import { expect, openPage, test } from './test.ts'

test('the open menu has no accessibility violations and fits 320 px', async ({ page }) => {
  await openPage(page, '/seefunk')
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.locator('summary', { hasText: 'Seefahrt' }).click()
  await expect(page.locator('#menu').getByRole('link', { name: 'Leuchtturm Rote Sand' })).toBeVisible()
  expect(await findAxeAndOverflowViolations(page)).toEqual([])
  await expect(page.locator('#menu')).toBeVisible()
})

test('the open search has no accessibility violations with and without results, and fits 320 px', async ({ page }) => {
  await openPage(page, '/seefunk')
  await page.keyboard.press('ControlOrMeta+k')
  await expect(page.getByRole('combobox')).toBeFocused()
  expect(await findAxeAndOverflowViolations(page)).toEqual([])
  await page.getByRole('combobox').fill('seefunk')
  await expect(page.getByRole('option').first()).toBeVisible()
  expect(await findAxeAndOverflowViolations(page)).toEqual([])
})

/** The account screens in their visibly different states. Each state has its path and the actions that lead to it. */
const screens: Record<string, [path: string, act?: (page: Page) => Promise<void>][]> = {
  '/login with all errors and the guest form, and after a declined login at a provider': [
    [
      '/login',
      async (page) => {
        await page.getByRole('button', { name: 'Log in', exact: true }).click()
        await page.getByRole('button', { name: 'Continue as a guest' }).click()
        await page.getByRole('button', { name: 'Continue', exact: true }).click()
        await expect(page.getByText('Please provide both name and email.')).toBeVisible()
      },
    ],
    [
      '/login?error=provider_denied',
      (page) => expect(page.getByRole('link', { name: 'Continue with Microsoft' })).toBeVisible(),
    ],
  ],
  '/login with all errors of a signup, and after a successful signup': [
    [
      '/login?mode=signup',
      async (page) => {
        await page.getByRole('button', { name: 'Sign up' }).click()
        await page.getByRole('textbox', { name: 'Password' }).fill('qwertyuiop')
        await expect(page.getByText('very easy to guess')).toBeVisible()
      },
    ],
    [
      '/login',
      async (page) => {
        await submitSignupForm(page)
        await expect(page.getByText(SIGNED_UP_MESSAGE)).toBeVisible()
      },
    ],
  ],
  '/verify-email with a link and without one': [
    ['/verify-email#token=any'],
    [
      '/verify-email',
      async (page) => {
        await page.getByLabel('Email').fill('nobody@example.org')
        await page.getByRole('button', { name: 'Send a new link' }).click()
        await expect(page.getByText('on its way')).toBeVisible()
      },
    ],
  ],
  '/reset-password without a link and with one': [
    ['/reset-password'],
    ['/reset-password#token=any', (page) => page.getByRole('button', { name: 'Change my password' }).click()],
  ],
  '/welcome without a link and with one': [['/welcome'], ['/welcome#token=any']],
}

for (const [name, states] of Object.entries(screens)) {
  test(`the screen ${name} has no accessibility violations and fits 320 px`, async ({ page }) => {
    for (const [path, act] of states) {
      // Opening a URL that differs only in its fragment would not reload the page.
      await page.goto('about:blank')
      await openPage(page, path)
      await act?.(page)
      expect(await findAxeAndOverflowViolations(page), path).toEqual([])
    }
  })
}

test('Tab reaches all controls of a page in reading order, with a visible focus', async ({ page }) => {
  await openPage(page, '/seewetter-abrufen')
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

test('the first press of Tab focuses a link to the content', async ({ page }) => {
  await openPage(page, '/seefunk')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.locator('main')).toBeFocused()
})
