import { findAxeViolations } from './axe.ts'
import {
  closedNotice,
  logInAsFakeReader,
  noticeRows,
  noticeStrip,
  openPageAfterFirstPoll,
  ordinaryNotice,
  recordNotice,
  serveFakeNotices,
  smallPrintNotice,
  urgentNotice,
} from './notice-strip.ts'
import { expect, openPage, test } from './test.ts'

test.describe('position of the notices', () => {
  test('at 320, 390 and 1440 px the strip does not cover the end of the page, cuts nothing off, and takes at most half the window', async ({
    page,
    request,
  }) => {
    await logInAsFakeReader(page, request)
    const long = ordinaryNotice('A long word: '.padEnd(300, 'w'), {
      priority: 'high',
      links: [...(closedNotice.links ?? []), ...(recordNotice.links ?? [])],
    })
    await serveFakeNotices(page, [long, recordNotice, closedNotice])
    for (const path of ['/seefunk', '/login']) {
      await openPage(page, path)
      await expect(noticeRows(page)).toHaveCount(2)
      for (const width of [320, 390, 1440]) {
        await page.setViewportSize({ width, height: 740 })
        await expect
          .poll(() => page.evaluate(() => document.documentElement.scrollWidth), `${path} at ${width} px`)
          .toBeLessThanOrEqual(width)
        const height = (await noticeStrip(page).boundingBox())?.height ?? 0
        expect(height).toBeLessThanOrEqual(370)
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

  test('the strip does not cover the focused element, and the menu and the search are above the strip', async ({
    page,
  }) => {
    await serveFakeNotices(page, [urgentNotice, recordNotice])
    await openPage(page, '/seefunk')
    await expect(noticeRows(page)).toHaveCount(2)
    await page.keyboard.press('Tab')
    for (let i = 0; i < 40; i++) {
      await page.keyboard.press('Tab')
      const covered = await page.evaluate(() => {
        const focused = document.activeElement as HTMLElement
        if (focused.closest('.notice-strip, [popover], dialog') || focused === document.body) return null
        const { bottom } = focused.getBoundingClientRect()
        const top = document.querySelector('.notice-strip')?.getBoundingClientRect().top ?? 0
        return bottom > top ? focused.outerHTML : null
      })
      expect(covered).toBeNull()
    }

    await page.setViewportSize({ width: 390, height: 740 })
    const atTheFoot = () => page.evaluate(() => document.elementFromPoint(195, 730)?.closest('.notice-strip') !== null)
    await expect.poll(atTheFoot).toBe(true)
    await page.getByRole('button', { name: 'Menu' }).click()
    await expect.poll(atTheFoot).toBe(false)
    await page.keyboard.press('Escape')
    await expect.poll(atTheFoot).toBe(true)
    await page.keyboard.press('/')
    await expect(page.getByRole('dialog')).toBeVisible()
    expect(await atTheFoot()).toBe(false)
  })

  test.describe('with motion', () => {
    test.use({ reducedMotion: 'no-preference' })
    test('the timer of the run and the toast are above the strip', async ({ page }) => {
      await serveFakeNotices(page, [urgentNotice, recordNotice])
      await openPage(page, '/')
      await expect(noticeRows(page)).toHaveCount(2)
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
      test(`nothing on ${path} shifts when the strip appears, grows and disappears`, async ({ page }) => {
        await page.addInitScript(() => {
          let total = 0
          new PerformanceObserver((list) => {
            for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) total += entry.value
            document.documentElement.dataset.shift = String(total)
          }).observe({ type: 'layout-shift', buffered: true })
        })
        const server = await openPageAfterFirstPoll(page, [], path)
        server.notices = [recordNotice]
        await page.clock.runFor(60_000)
        await expect(noticeRows(page)).toHaveCount(1)
        server.notices = [recordNotice, closedNotice]
        await page.clock.runFor(60_000)
        await expect(noticeRows(page)).toHaveCount(2)
        server.notices = []
        await page.clock.runFor(60_000)
        await expect(noticeStrip(page)).toHaveCount(0)
        expect(Number((await page.locator('html').getAttribute('data-shift')) ?? 0)).toBeLessThan(0.001)
      })
    }
  })

  test('the strip has no accessibility violations and fits 320 px', async ({ page, request }) => {
    await logInAsFakeReader(page, request)
    await serveFakeNotices(page, [urgentNotice, recordNotice, closedNotice, smallPrintNotice])
    await openPage(page, '/ueber-mich')
    await noticeStrip(page).getByRole('button', { name: '2 more notices' }).click()
    await expect(noticeRows(page)).toHaveCount(4)
    expect(await findAxeViolations(page)).toEqual([])
  })
})
