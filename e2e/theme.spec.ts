import type { Page } from '@playwright/test'
import { computePalette } from '../contract/palette.ts'
import { site } from '../fixture-site/site.config.ts'
import { expect, hydratePage, openPage, test } from './test.ts'

const ground = (page: Page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
const palette = computePalette(site.colours)
/** Converts a hex colour to the form in which browsers report it. */
const toRgb = (hex: string) => `rgb(${[1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)).join(', ')})`
const [day, night] = [toRgb(palette.day.page), toRgb(palette.night.page)]
const button = { name: 'Change between day and night' }

test('the theme follows the system until the reader chooses; the choice applies before the first paint', async ({
  page,
}) => {
  await page.addInitScript(() => {
    // Records the theme when the parser reaches the body, which is before the first paint.
    new MutationObserver((_, observer) => {
      if (!document.body) return
      observer.disconnect()
      document.documentElement.dataset.groundAtFirst = getComputedStyle(document.body).backgroundColor
    }).observe(document, { childList: true, subtree: true })
  })
  const atFirst = () => page.locator('html').getAttribute('data-ground-at-first')
  await page.emulateMedia({ colorScheme: 'light' })
  await openPage(page, '/ueber-mich')
  expect(await ground(page)).toBe(day)
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await ground(page)).toBe(night)
  await page.getByRole('button', button).click()
  expect(await ground(page)).toBe(day)
  await page.reload()
  expect(await atFirst()).toBe(day)
  expect(await ground(page)).toBe(day)
  await page.emulateMedia({ colorScheme: 'light' })
  expect(await ground(page)).toBe(day)
  await hydratePage(page)

  await page.getByRole('button', button).click()
  expect(await ground(page)).toBe(night)
  await page.reload()
  expect(await atFirst()).toBe(night)
  await hydratePage(page)
  // The reader chooses the theme of the system, so the page follows the system again.
  await page.getByRole('button', button).click()
  expect(await ground(page)).toBe(day)
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await ground(page)).toBe(night)
})

test('the theme button changes the theme when storage is blocked', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, 'localStorage', {
      get() {
        throw new DOMException('blocked', 'SecurityError')
      },
    })
  })
  await page.emulateMedia({ colorScheme: 'light' })
  await openPage(page, '/ueber-mich')
  await page.getByRole('button', button).click()
  expect(await ground(page)).toBe(night)
})
