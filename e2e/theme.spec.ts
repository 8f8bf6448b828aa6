import type { Page } from '@playwright/test'
import { expect, open, test } from './test.ts'

const ground = (page: Page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
const day = 'rgb(242, 248, 252)'
const night = 'rgb(12, 20, 36)'
const button = { name: 'Change between day and night' }

test('day and night follow the system until the reader chooses, and the choice is remembered', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await open(page, '/ueber-mich')
  expect(await ground(page)).toBe(day)
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await ground(page)).toBe(night)
  await page.getByRole('button', button).click()
  expect(await ground(page)).toBe(day)
  await page.reload()
  expect(await ground(page)).toBe(day)
  await page.emulateMedia({ colorScheme: 'light' })
  expect(await ground(page)).toBe(day)
})

test('choosing what the system has anyway follows it again', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await open(page, '/ueber-mich')
  await page.getByRole('button', button).click()
  await page.getByRole('button', button).click()
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await ground(page)).toBe(night)
})

test('a remembered night is applied before the first paint', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await page.addInitScript(() => {
    localStorage.setItem('theme', 'night')
    // Runs when the parser reaches the body: nothing has been painted yet.
    new MutationObserver((_, observer) => {
      if (!document.body) return
      observer.disconnect()
      document.documentElement.dataset.groundAtFirst = getComputedStyle(document.body).backgroundColor
    }).observe(document, { childList: true, subtree: true })
  })
  await page.goto('/ueber-mich')
  await expect(page.locator('html')).toHaveAttribute('data-ground-at-first', night)
})

test('the button works where storage is blocked', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, 'localStorage', {
      get() {
        throw new DOMException('blocked', 'SecurityError')
      },
    })
  })
  await page.emulateMedia({ colorScheme: 'light' })
  await open(page, '/ueber-mich')
  await page.getByRole('button', button).click()
  expect(await ground(page)).toBe(night)
})
