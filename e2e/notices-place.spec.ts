import type { Page } from '@playwright/test'
import { findAxeAndOverflowViolations } from './axe.ts'
import { watchShifts } from './layout-shifts.ts'
import {
  buildNotice,
  dismissButtons,
  externalLinkNotice,
  internalLinkNotice,
  logInAsNewReader,
  lowPriorityNotice,
  noticeRows,
  noticeStrip,
  openPollingPage,
  serveFakeNotices,
  urgentNotice,
} from './notice-strip.ts'
import { expect, hydratePage, openPage, test } from './test.ts'

const longNotice = buildNotice('The server moves to another house in the night. '.repeat(6), {
  priority: 'high',
  links: [...(externalLinkNotice.links ?? []), ...(internalLinkNotice.links ?? [])],
})

/** Returns the height of the visible part of the strip, in pixels. */
const readShownHeight = (page: Page) =>
  page.evaluate(() => {
    const isStrip = (y: number) => document.elementFromPoint(window.innerWidth / 2, y)?.closest('.foot') != null
    return Array.from({ length: window.innerHeight }, (_, y) => y).filter(isStrip).length
  })

test.describe('position of the notices', () => {
  test('the strip of notices is in the same position before and after the application loads', async ({ page }) => {
    await serveFakeNotices(page, [longNotice, internalLinkNotice])
    await page.setViewportSize({ width: 390, height: 844 })
    const readShift = await watchShifts(page)
    await page.goto('/seefunk')
    await expect(noticeRows(page)).toHaveCount(1)
    const readBoxes = () =>
      noticeStrip(page).evaluate((strip) =>
        [...strip.querySelectorAll('ul, p, button')].map((part) => JSON.stringify(part.getBoundingClientRect())),
      )
    await expect(page.getByRole('button', { name: '1 more of the notices' })).toBeVisible()
    const before = await readBoxes()
    expect(await page.locator('html').getAttribute('data-ready')).toBe(null)
    await page.keyboard.press('ControlOrMeta+k')
    await hydratePage(page)
    await page.keyboard.press('Escape')
    expect(await readBoxes()).toEqual(before)
    expect(await readShift()).toBeLessThan(0.001)
  })

  test('the strip of notices is at most 64 px and 15 % of the window high, does not widen the page, and does not cover the end of the page', async ({
    page,
    request,
  }) => {
    await logInAsNewReader(page, request)
    await serveFakeNotices(page, [longNotice, internalLinkNotice, externalLinkNotice])
    for (const path of ['/seefunk', '/login']) {
      await openPage(page, path)
      await expect(noticeRows(page)).toHaveCount(1)
      for (const [width, height] of [
        [320, 740],
        [390, 844],
        [1440, 900],
        // The size of the window when a screen of 1280 × 1024 px is zoomed to 400 %.
        [320, 256],
      ] as const) {
        await page.setViewportSize({ width, height })
        await expect
          .poll(() => page.evaluate(() => document.documentElement.scrollWidth), `${path} at ${width} px`)
          .toBeLessThanOrEqual(width)
        const { height: strip } = (await noticeStrip(page).boundingBox()) ?? { height: 0 }
        expect(strip, `${path} at ${width} × ${height} px`).toBeLessThanOrEqual(Math.min(64, height * 0.15))
        expect(strip).toBeGreaterThan(30)
        await expect(dismissButtons(page)).toHaveCount(1)
        const covered = async () => {
          await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
          const footer = await page.locator('.site-footer').boundingBox()
          const top = (await noticeStrip(page).boundingBox())?.y ?? 0
          return (footer?.y ?? 0) + (footer?.height ?? 0) - top
        }
        await expect.poll(covered).toBeLessThanOrEqual(1)
      }
    }
  })

  test('a notice that is cut off can be opened, and its links take the focus only while it is open', async ({
    page,
  }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await serveFakeNotices(page, [longNotice])
    await openPage(page, '/seefunk')
    const links = noticeStrip(page).getByRole('link')
    const more = noticeStrip(page).getByRole('button', { name: 'More of the notices' })
    await expect(more).toBeVisible()
    await expect(links).toHaveCount(0)
    await more.click()
    await expect(links).toHaveCount(2)
    await expect(links.first()).toBeInViewport({ ratio: 1 })
    expect(await readShownHeight(page)).toBeLessThanOrEqual(844 * 0.6)
    await noticeStrip(page).getByRole('button', { name: 'Show less' }).click()
    await expect(links).toHaveCount(0)
  })

  test('the text of a notice has no ellipsis when the text fits, even if its links do not fit', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    const links = ['What the site keeps of its readers', 'Notices at the desk'].map((label) => ({
      label,
      url: '/regatta',
    }))
    const text = 'Welcome to your new site. This is a sample notice, which every reader sees until you delete it.'
    await serveFakeNotices(page, [buildNotice(text, { links })])
    await openPage(page, '/seefunk')
    await expect(noticeStrip(page).getByRole('button', { name: 'More of the notices' })).toBeVisible()
    const shown = noticeStrip(page).locator('.foot-text')
    expect(await shown.evaluate((box) => box.scrollHeight - box.clientHeight)).toBeLessThanOrEqual(1)
  })

  test('the strip of notices is hidden while it would cover a form, and is shown again when the reader scrolls past the form', async ({
    page,
    request,
  }) => {
    await logInAsNewReader(page, request)
    await serveFakeNotices(page, [urgentNotice])
    await page.setViewportSize({ width: 390, height: 740 })
    await openPage(page, '/seefunk')
    await expect(noticeRows(page)).toHaveCount(1)
    await expect.poll(() => readShownHeight(page)).toBeGreaterThan(40)
    const text = page.getByRole('textbox', { name: 'Your comment' })
    await page.locator('#comments').scrollIntoViewIfNeeded()
    await expect(text).toBeAttached()
    await text.evaluate((field) => window.scrollBy(0, field.getBoundingClientRect().top - window.innerHeight + 60))
    await expect.poll(() => readShownHeight(page)).toBe(0)
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
    await expect.poll(() => readShownHeight(page)).toBeGreaterThan(40)
  })

  test('the strip of notices covers neither the focused element nor the open menu nor the open search', async ({
    page,
  }) => {
    await serveFakeNotices(page, [urgentNotice, internalLinkNotice])
    await openPage(page, '/seefunk')
    await expect(noticeRows(page)).toHaveCount(1)
    await page.keyboard.press('Tab')
    for (let i = 0; i < 40; i++) {
      await page.keyboard.press('Tab')
      // The strip slides away one frame after the browser has found the focused element behind it.
      await expect
        .poll(() =>
          page.evaluate(() => {
            const focused = document.activeElement as HTMLElement
            if (focused.closest('.notice-strip, [popover], dialog') || focused === document.body) return null
            const { bottom } = focused.getBoundingClientRect()
            const top = document.querySelector('.notice-strip')?.getBoundingClientRect().top ?? 0
            return bottom > top && top < window.innerHeight ? focused.outerHTML : null
          }),
        )
        .toBeNull()
    }

    // The last Tab may have shown the link to skip to the content, which covers the menu's button.
    await page.locator('#content').focus()
    await page.setViewportSize({ width: 390, height: 740 })
    const atTheFoot = () => page.evaluate(() => document.elementFromPoint(195, 730)?.closest('.notice-strip') !== null)
    await expect.poll(atTheFoot).toBe(true)
    await page.getByRole('button', { name: 'Menu' }).click()
    await expect.poll(atTheFoot).toBe(false)
    await page.keyboard.press('Escape')
    await expect.poll(atTheFoot).toBe(true)
    await page.keyboard.press('ControlOrMeta+k')
    await expect(page.getByRole('dialog')).toBeVisible()
    expect(await atTheFoot()).toBe(false)
  })

  test.describe('with motion', () => {
    test.use({ reducedMotion: 'no-preference' })
    test('the timer of the timed run is placed above the strip of notices', async ({ page }) => {
      await serveFakeNotices(page, [urgentNotice, internalLinkNotice])
      await openPage(page, '/')
      await expect(noticeRows(page)).toHaveCount(1)
      await page.mouse.wheel(0, 600)
      const pill = page.locator('.run-pill')
      await expect(pill).toBeVisible()
      await expect
        .poll(async () => {
          const [clock, notices] = [await pill.boundingBox(), await noticeStrip(page).boundingBox()]
          return (clock?.y ?? 0) + (clock?.height ?? 0) - (notices?.y ?? 0)
        })
        .toBeLessThan(0)
    })

    for (const path of ['/', '/seefunk']) {
      test(`nothing on ${path} shifts when the strip of notices appears, changes and disappears`, async ({ page }) => {
        const readShift = await watchShifts(page)
        const server = await openPollingPage(page, [], path)
        server.notices = [internalLinkNotice]
        await page.clock.runFor(60_000)
        await expect(noticeRows(page)).toHaveText([internalLinkNotice.message])
        server.notices = [externalLinkNotice, internalLinkNotice]
        await page.clock.runFor(60_000)
        await expect(noticeRows(page)).toHaveText([externalLinkNotice.message])
        server.notices = []
        await page.clock.runFor(60_000)
        await expect(noticeStrip(page)).toHaveCount(0)
        expect(await readShift()).toBeLessThan(0.001)
      })
    }
  })

  test('the strip of notices has no accessibility violations, closed and open', async ({ page, request }) => {
    await logInAsNewReader(page, request)
    await serveFakeNotices(page, [urgentNotice, internalLinkNotice, externalLinkNotice, lowPriorityNotice])
    await openPage(page, '/ueber-mich')
    await expect(noticeRows(page)).toHaveCount(1)
    expect(await findAxeAndOverflowViolations(page)).toEqual([])
    await noticeStrip(page).getByRole('button', { name: '3 more' }).click()
    await expect(noticeRows(page)).toHaveCount(4)
    expect(await findAxeAndOverflowViolations(page)).toEqual([])
  })
})
