import type { Page } from '@playwright/test'
import { blockLiveConnection, expect, openPage, test, waitForPaint } from './test.ts'

test.use({ reducedMotion: 'no-preference' })

/** Scrolls until the top of a section is at a share of the viewport's height. @param share from 0 to 1 */
const bring = (page: Page, title: string, share: number) =>
  page.locator('.stage', { hasText: title }).evaluate(async (stage, at) => {
    const top = stage.getBoundingClientRect().top + window.scrollY
    window.scrollTo({ top: Math.round(top - window.innerHeight * at), behavior: 'instant' })
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  }, share)

test('S9.02 Home reveals a section when its top passes 85 % of the viewport’s height, or when the keyboard reaches it', async ({
  page,
}) => {
  await openPage(page, '/')
  const stage = page.locator('.stage', { hasText: 'Bootsbau' })
  await expect(stage).toHaveAttribute('data-reveal', 'waiting')
  await bring(page, 'Bootsbau', 0.85 + 0.03)
  await expect(stage).toHaveAttribute('data-reveal', 'waiting')
  await expect(stage.locator('.stage-words')).toHaveCSS('opacity', '0')
  await bring(page, 'Bootsbau', 0.85 - 0.03)
  await expect(stage).toHaveAttribute('data-reveal', 'shown')
  await expect(stage.locator('.stage-words')).toHaveCSS('opacity', '1')
  const last = page.locator('.stage', { hasText: 'Über mich' })
  await expect(last).toHaveAttribute('data-reveal', 'waiting')
  await page.getByRole('link', { name: 'An Bord kommen' }).focus()
  await expect(last.locator('.stage-words')).toHaveCSS('opacity', '1')
})

test('Home draws a stage only when the stage is near the window', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 300 })
  await openPage(page, '/')
  const isDrawn = () =>
    page
      .locator('.stage', { hasText: 'Über mich' })
      .locator('.scene')
      .evaluate((scene) => scene.checkVisibility({ contentVisibilityAuto: true }))
  expect(await isDrawn()).toBe(false)
  await bring(page, 'Über mich', 0.5)
  expect(await isDrawn()).toBe(true)
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })
  test('without scripts, everything on Home is visible and there is no timed run', async ({ page }) => {
    await page.goto('/')
    for (const stage of await page.locator('.stage').all())
      await expect(stage.locator('.stage-words')).toHaveCSS('opacity', '1')
    await expect(page.locator('.run-pill, .run-panel')).toHaveCount(0)
  })
})

test.describe('with reduced motion', () => {
  test.use({ reducedMotion: 'reduce' })
  test('with reduced motion, everything on Home is visible, nothing moves and there is no timed run', async ({
    page,
  }) => {
    await openPage(page, '/')
    for (const stage of await page.locator('.stage').all())
      await expect(stage.locator('.stage-words')).toHaveCSS('opacity', '1')
    await expect(page.locator('.run-pill, .run-panel')).toHaveCount(0)
    expect(await page.evaluate(() => document.getAnimations().length)).toBe(0)
  })
})

/** Scrolls through all sections from start to finish. */
async function run(page: Page) {
  for (const title of ['Regatta', 'Bootsbau', 'Über mich']) {
    await bring(page, title, 0.5)
    await page.clock.runFor(1000)
  }
  await page.locator('.run-panel').scrollIntoViewIfNeeded()
}

test('the timed run starts with the first scroll, lights a gem at each section, and shows splits and the personal best at the finish', async ({
  page,
}) => {
  await blockLiveConnection(page)
  await page.clock.install({ time: 0 })
  await openPage(page, '/')
  const pill = page.locator('.run-pill')
  await expect(pill).toHaveText('0:00.00')
  await expect(pill.locator('[data-lit]')).toHaveCount(0)
  await bring(page, 'Bootsbau', 0.5)
  await expect(pill.locator('[data-lit]')).toHaveCount(2)
  await expect(pill).not.toHaveText('0:00.00')
  await run(page)
  const panel = page.locator('.run-panel')
  await expect(panel.getByRole('status')).toContainText('Your first run. This is the time to beat now.')
  await expect(panel.getByRole('row')).toHaveCount(5)
  await expect(pill).toHaveCount(0)
  const total = await panel.locator('.run-total').textContent()
  expect(total).toMatch(/^\d+:\d\d\.\d\d$/)

  await panel.getByRole('button', { name: 'Run again' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }))
  // When the page reaches the top, the browser sends the scroll event only in the next frame.
  await expect(pill).toHaveAttribute('data-phase', 'ready')
  await expect(pill).toHaveText('0:00.00')
  await run(page)
  await expect(panel.getByRole('status')).toContainText(/personal best/)
  await expect(panel.locator('.run-gap').last()).toHaveText(/^[−+]\d+\.\d\d seconds (ahead|behind)$/)
})

test('when the finish of a timed run is reached while a button of the run is pressed, the panel changes only after the click', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openPage(page, '/')
  const button = page.getByRole('button', { name: 'Turn the run off' })
  await page.evaluate(() => window.scrollTo({ top: 200, behavior: 'instant' }))
  await expect(page.locator('.run-pill')).toHaveAttribute('data-phase', 'running')
  await button.evaluate((element) => {
    element.scrollIntoView({ behavior: 'instant', block: 'center' })
    element.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, pointerId: 1 }))
  })
  await expect(page.locator('.run-pill')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Run from the top' })).toBeVisible()
  await button.evaluate((element: HTMLElement) => {
    element.dispatchEvent(new PointerEvent('pointerup', { bubbles: true, pointerId: 1 }))
    element.click()
  })
  await expect(page.getByRole('button', { name: 'Turn the run on' })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('data-run', 'off')
})

test('the timer of the run takes no clicks; the run can be switched off and on, and the choice is remembered', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openPage(page, '/')
  const box = await page.locator('.run-pill').boundingBox()
  const under = await page.evaluate(({ x, y }) => document.elementFromPoint(x, y)?.closest('.run-pill'), {
    x: (box?.x ?? 0) + 20,
    y: (box?.y ?? 0) + 10,
  })
  expect(under).toBeNull()
  await page.getByRole('button', { name: 'Turn the run off' }).click()
  await expect(page.locator('.run-pill')).toHaveCount(0)
  await expect(page.locator('html')).toHaveAttribute('data-run', 'off')
  await page.reload()
  await expect(page.getByRole('button', { name: 'Turn the run on' })).toBeAttached()
  await expect(page.locator('.run-pill')).toHaveCount(0)
  await page.getByRole('button', { name: 'Turn the run on' }).click()
  await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }))
  await expect(page.locator('.run-pill')).toHaveCount(1)
})

test('the timed run on Home starts and lights gems before the application loads; when the application loads near the comments, the run keeps its state', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 500 })
  const polled = page.waitForResponse('/notifications')
  await page.goto('/')
  await polled
  const [html, pill, panel] = [page.locator('html'), page.locator('.run-pill'), page.locator('.run-panel')]
  await page.evaluate(() => window.scrollTo({ top: 20, behavior: 'instant' }))
  await expect(pill).toHaveAttribute('data-phase', 'running')
  await bring(page, 'Bootsbau', 0.5)
  await expect(pill.locator('[data-lit]')).toHaveCount(2)
  await expect(page.locator('.stage', { hasText: 'Über mich' })).toHaveAttribute('data-reveal', 'waiting')
  await bring(page, 'Über mich', 0)
  await expect(pill.locator('[data-lit]')).toHaveCount(3)
  await expect(html).not.toHaveAttribute('data-ready')
  await panel.scrollIntoViewIfNeeded()
  await expect(html).toHaveAttribute('data-ready')
  await expect(panel.getByRole('status')).toContainText('Your first run.')
  await expect(panel).toHaveCount(1)
  await panel.getByRole('button', { name: 'Turn the run off' }).click()
  await expect(html).toHaveAttribute('data-run', 'off')
})

test('opening a page from Home ends the timed run, and going back to the middle of Home starts no new run', async ({
  page,
}) => {
  await openPage(page, '/')
  await bring(page, 'Über mich', 0.5)
  await expect(page.locator('.run-pill [data-lit]')).toHaveCount(3)
  await page.getByRole('link', { name: 'An Bord kommen' }).click()
  await expect(page).toHaveURL('/ueber-mich')
  await expect(page.locator('.run-pill, .run-panel')).toHaveCount(0)
  await page.goBack()
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(1000)
  await waitForPaint(page)
  await expect(page.locator('.run-pill')).toHaveAttribute('data-phase', 'away')
  await expect(page.locator('.run-pill [data-lit]')).toHaveCount(0)
  await expect(page.locator('.run-panel')).toHaveCount(1)
})

test('the timed run disappears when the reader turns reduced motion on, and returns when the reader turns it off', async ({
  page,
}) => {
  await openPage(page, '/')
  await expect(page.locator('.run-pill, .run-panel')).toHaveCount(2)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await expect(page.locator('.run-pill, .run-panel')).toHaveCount(0)
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await expect(page.locator('.run-pill, .run-panel')).toHaveCount(2)
})

test('before the application loads, the link of the hero scrolls to the first section, focuses it and keeps the URL', async ({
  page,
}) => {
  const polled = page.waitForResponse('/notifications')
  await page.goto('/')
  await polled
  await page.evaluate(() => window.scrollTo({ top: 20, behavior: 'instant' }))
  await expect(page.locator('.run-pill')).toHaveAttribute('data-phase', 'running')
  await page.locator('.hero-start').click()
  const first = page.locator('.stage').first()
  await expect(first).toBeFocused()
  await expect.poll(() => first.evaluate((stage) => Math.abs(stage.getBoundingClientRect().top) < 100)).toBe(true)
  await expect(page).toHaveURL('/')
})
