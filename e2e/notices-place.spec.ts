import { violations } from './axe.ts'
import {
  asReader,
  closed,
  notice,
  openAsked,
  record,
  rows,
  serveNotices,
  small,
  strip,
  urgent,
} from './notice-strip.ts'
import { expect, open, test } from './test.ts'

test.describe('its place', () => {
  test('at 320, 390 and 1440 px it does not cover the end of the page, nothing is cut off, and it takes at most half the window', async ({
    page,
    request,
  }) => {
    await asReader(page, request)
    const long = notice('A long word: '.padEnd(300, 'w'), {
      priority: 'high',
      links: [...(closed.links ?? []), ...(record.links ?? [])],
    })
    await serveNotices(page, [long, record, closed])
    for (const path of ['/seefunk', '/login']) {
      await open(page, path)
      await expect(rows(page)).toHaveCount(2)
      for (const width of [320, 390, 1440]) {
        await page.setViewportSize({ width, height: 740 })
        await expect
          .poll(() => page.evaluate(() => document.documentElement.scrollWidth), `${path} at ${width} px`)
          .toBeLessThanOrEqual(width)
        const height = (await strip(page).boundingBox())?.height ?? 0
        expect(height).toBeLessThanOrEqual(370)
        const covered = async () => {
          await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
          const footer = await page.locator('.site-footer').boundingBox()
          const top = (await strip(page).boundingBox())?.y ?? 0
          return (footer?.y ?? 0) + (footer?.height ?? 0) - top
        }
        await expect.poll(covered).toBeLessThanOrEqual(1)
      }
    }
  })

  test('what takes the focus is not behind it, and the menu and the search are above it', async ({ page }) => {
    await serveNotices(page, [urgent, record])
    await open(page, '/seefunk')
    await expect(rows(page)).toHaveCount(2)
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
    test('the run’s clock on Home and the toast stand above it', async ({ page }) => {
      await serveNotices(page, [urgent, record])
      await open(page, '/')
      await expect(rows(page)).toHaveCount(2)
      await page.mouse.wheel(0, 600)
      const pill = page.locator('.run-pill')
      await expect(pill).toBeVisible()
      await expect
        .poll(async () => {
          const [clock, notices] = [await pill.boundingBox(), await strip(page).boundingBox()]
          return (clock?.y ?? 0) + (clock?.height ?? 0) - (notices?.y ?? 0)
        })
        .toBeLessThan(0)
    })

    for (const path of ['/', '/seefunk']) {
      test(`nothing on ${path} shifts when it comes, grows and goes`, async ({ page }) => {
        await page.addInitScript(() => {
          let total = 0
          new PerformanceObserver((list) => {
            for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) total += entry.value
            document.documentElement.dataset.shift = String(total)
          }).observe({ type: 'layout-shift', buffered: true })
        })
        const server = await openAsked(page, [], path)
        server.notices = [record]
        await page.clock.runFor(60_000)
        await expect(rows(page)).toHaveCount(1)
        server.notices = [record, closed]
        await page.clock.runFor(60_000)
        await expect(rows(page)).toHaveCount(2)
        server.notices = []
        await page.clock.runFor(60_000)
        await expect(strip(page)).toHaveCount(0)
        expect(Number((await page.locator('html').getAttribute('data-shift')) ?? 0)).toBeLessThan(0.001)
      })
    }
  })

  test('has no violations, and fits 320 px', async ({ page, request }) => {
    await asReader(page, request)
    await serveNotices(page, [urgent, record, closed, small])
    await open(page, '/ueber-mich')
    await strip(page).getByRole('button', { name: '2 more notices' }).click()
    await expect(rows(page)).toHaveCount(4)
    expect(await violations(page)).toEqual([])
  })
})
