import type { Page } from '@playwright/test'
import { expect, hydratePage, openPage, test } from './test.ts'

const path = '/seewetter-abrufen'

/** Holds the requests whose URL matches. @returns a function that sends them */
async function holdRequests(page: Page, url: RegExp): Promise<() => void> {
  const held = Promise.withResolvers<void>()
  await page.route(url, async (route) => {
    await held.promise
    await route.continue()
  })
  return held.resolve
}

test('S2.54 a code block with a source shows “Loading…”, then the highlighted file', async ({ page }) => {
  const release = await holdRequests(page, /aufgabe.*\.xml/)
  await openPage(page, path)
  const block = page.locator('.code-block', { has: page.getByRole('link', { name: 'aufgabe.xml' }) })
  await block.scrollIntoViewIfNeeded()
  await expect(block.locator('code')).toHaveText('Loading…')
  release()
  await expect(block.locator('code')).toContainText('<Interval>PT1H</Interval>')
  await expect(block.locator('.code-keyword').first()).toBeVisible()
})

// web/ui/copy-button.test.ts tests how long the message is shown.
test('S2.12 S2.53 the Copy button copies the code and shows a confirmation, even when the button is pressed before hydration', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const release = await holdRequests(page, /assets\/main-.*\.js/)
  await page.goto(path)
  const block = page.locator('.code-block', { hasText: 'Invoke-RestMethod' }).first()
  await block.getByRole('button', { name: 'Copy' }).click()
  await expect(block.getByRole('button', { name: 'Copy', exact: true })).toBeVisible()
  release()
  await hydratePage(page)
  await expect(block.getByRole('button', { name: 'Copied!' })).toBeVisible()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied).toContain("$gebiet = 'nordsee'\n$art = 'seewetter'")
})

test('a printed code block whose file is not loaded says so, and has no blank lines', async ({ page }) => {
  const release = await holdRequests(page, /aufgabe.*\.xml/)
  await openPage(page, path)
  await page.emulateMedia({ media: 'print' })
  const block = page.locator('.code-block', { has: page.getByRole('link', { name: 'aufgabe.xml' }) })
  const code = block.locator('code')
  const readNote = () => code.evaluate((element) => getComputedStyle(element, '::after').content)
  expect(await readNote()).toContain('Not loaded')
  const { height: emptyHeight } = (await code.boundingBox()) ?? { height: 0 }
  expect(emptyHeight).toBeLessThan(40)
  release()
  await page.emulateMedia({ media: 'screen' })
  await block.scrollIntoViewIfNeeded()
  await expect(code).toContainText('<Interval>PT1H</Interval>')
  await page.emulateMedia({ media: 'print' })
  expect((await code.boundingBox())?.height).toBeGreaterThan(100)
  expect(await readNote()).toBe('none')
})

test('without the clipboard API, as on a page without HTTPS, the Copy button still copies the code and keeps the focus', async ({
  page,
}) => {
  await page.addInitScript(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }))
  await openPage(page, path)
  const block = page.locator('.code-block', { hasText: 'Invoke-RestMethod' }).first()
  await block.getByRole('button', { name: 'Copy' }).click()
  await expect(block.getByRole('button', { name: 'Copied!' })).toBeFocused()
  await page.keyboard.press('ControlOrMeta+k')
  const search = page.getByRole('combobox')
  await expect(search).toBeFocused()
  await page.keyboard.press('Control+V')
  await expect(search).toHaveValue(/\$gebiet = 'nordsee'/)
})

test('a printed code block shows all of a line that is wider than the paper', async ({ page }) => {
  await page.setViewportSize({ width: 560, height: 800 })
  await openPage(page, path)
  const block = page.locator('pre', { hasText: 'Invoke-RestMethod' })
  const measureHiddenWidth = () => block.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)
  expect(await measureHiddenWidth()).toBeGreaterThan(0)
  await page.emulateMedia({ media: 'print' })
  expect(await measureHiddenWidth()).toBe(0)
})
