import { findAxeAndOverflowViolations } from './axe.ts'
import { watchShifts } from './layout-shifts.ts'
import { expect, hydratePage, openPage, test, waitForPaint } from './test.ts'

const path = '/fundkiste'
const lightboxFile = /\/assets\/lightbox-.*\.js/

test('a picture is enlarged by keyboard, the arrow keys show the next one, and Escape returns to the page', async ({
  page,
}) => {
  const loaded: string[] = []
  page.on('request', (request) => lightboxFile.test(request.url()) && loaded.push(request.url()))
  await openPage(page, path)
  const first = page.getByRole('button', { name: /^Enlarge: Abend/ })
  expect(loaded).toEqual([])
  await first.focus()
  await page.keyboard.press('Enter')
  const lightbox = page.getByRole('dialog', { name: 'Picture' })
  await expect(lightbox.getByRole('img', { name: /^Abend am Watt/ })).toBeVisible()
  await expect(lightbox).toContainText('Der Turm um halb zehn.')
  expect(loaded).toHaveLength(1)
  await page.keyboard.press('ArrowRight')
  await expect(lightbox.getByRole('img', { name: /^Morgen auf See/ })).toBeVisible()
  await expect(lightbox.getByRole('status')).toHaveText('2 of 2')
  await page.keyboard.press('ArrowRight')
  await expect(lightbox.getByRole('status')).toHaveText('1 of 2')
  expect(await findAxeAndOverflowViolations(page)).toEqual([])
  await page.setViewportSize({ width: 844, height: 390 })
  const box = await lightbox.getByRole('img').boundingBox()
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(390)
  await page.keyboard.press('Escape')
  await expect(lightbox).toBeHidden()
  await expect(first).toBeFocused()
  await page.getByRole('button', { name: /^Enlarge: Morgen/ }).click()
  await expect(lightbox.getByRole('img', { name: /^Morgen auf See/ })).toBeVisible()
})

test('a press on a picture before hydration enlarges the picture after hydration', async ({ page }) => {
  const held = Promise.withResolvers<void>()
  await page.route(/assets\/main-.*\.js/, async (route) => {
    await held.promise
    await route.continue()
  })
  await page.goto(path)
  await page.getByRole('button', { name: /^Enlarge: Abend/ }).click()
  held.resolve()
  await hydratePage(page)
  await expect(page.getByRole('dialog', { name: 'Picture' })).toBeVisible()
})

test.describe('without the network', () => {
  test.use({ expectMessages: /ERR_FAILED|dynamically imported module/ })
  test('a picture that cannot be enlarged without the network shows a message, and the reader can try again', async ({
    page,
  }) => {
    await openPage(page, path)
    await page.route(lightboxFile, (route) => route.abort())
    const enlarge = page.getByRole('button', { name: /^Enlarge: Abend/ })
    await enlarge.click()
    await expect(page.getByRole('alert')).toHaveText(/^The picture could not be enlarged\. Check your connection/)
    await page.unroute(lightboxFile)
    await enlarge.click()
    await expect(page.getByRole('dialog', { name: 'Picture' })).toBeVisible()
    await expect(page.getByRole('alert')).toBeHidden()
  })
})

test('a video and an audio recording start at a press, load in parts, and load nothing before the press', async ({
  page,
}) => {
  const loaded: string[] = []
  page.on('request', (request) => /\.(webm|wav|vtt)$/.test(request.url()) && loaded.push(request.url()))
  await openPage(page, path)
  expect(loaded).toEqual([])
  for (const name of ['video', 'audio']) {
    const player = page.locator(name)
    await player.scrollIntoViewIfNeeded()
    const part = page.waitForResponse(/\.(webm|wav)$/)
    await player.evaluate((element: HTMLMediaElement) => element.play())
    expect((await part).status()).toBe(206)
    await expect.poll(() => player.evaluate((element: HTMLMediaElement) => element.currentTime)).toBeGreaterThan(0)
  }
})

test('the layout shifts by less than 0.01 while a reader scrolls past pictures, recordings and a code file', async ({
  page,
}) => {
  const readShift = await watchShifts(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await openPage(page, path)
  for (const part of ['video', 'audio', '.code-block >> nth=3', '.formula', '.footnotes']) {
    await page.locator(part).scrollIntoViewIfNeeded()
    await waitForPaint(page)
  }
  await expect(page.locator('.code-block').nth(3)).toContainText('func brise')
  expect(await readShift()).toBeLessThan(0.01)
})

test('a printed page shows all of a formula and of a table that are wider than the paper', async ({ page }) => {
  await page.setViewportSize({ width: 480, height: 800 })
  await openPage(page, path)
  for (const block of [page.locator('.formula').first(), page.locator('.table-frame').first()]) {
    const readOverflow = () => block.evaluate((element) => getComputedStyle(element).overflowX)
    expect(await block.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBeGreaterThan(0)
    expect(await readOverflow()).toBe('auto')
    await page.emulateMedia({ media: 'print' })
    // Paper does not scroll. Browsers print a page smaller when something extends beyond the paper.
    expect(await readOverflow()).toBe('visible')
    await page.emulateMedia({ media: 'screen' })
  }
})
