import type { Page } from '@playwright/test'
import { NOTICE_POLL_MS } from '../contract/limits.ts'
import { fakeHub } from './fake-hub.ts'
import {
  asReader,
  closed,
  dismissButtons,
  notice,
  openAsked,
  record,
  rows,
  serveNotices,
  small,
  strip,
  urgent,
} from './notice-strip.ts'
import { logIn } from './readers.ts'
import { expect, live, open, test, withoutLive } from './test.ts'

test.describe('what is shown', () => {
  test('S2.52 the strip is at the bottom of the window when notices exist, and not otherwise', async ({ page }) => {
    const server = await serveNotices(page, [record])
    await open(page, '/cloudflare')
    await expect(rows(page)).toHaveText([record.message])
    const box = async () => (await strip(page).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
    // It glides in.
    await expect.poll(async () => Math.round((await box()).y + (await box()).height)).toBe(900)
    const { x, width } = await box()
    expect([x, width]).toEqual([0, 1440])
    server.notices = []
    await open(page, '/cloudflare')
    await expect.poll(() => server.askedBy.length).toBeGreaterThan(1)
    await expect(strip(page)).toHaveCount(0)
  })

  test('S2.52 two rows are shown, the most important first as they came, and the rest behind a button', async ({
    page,
  }) => {
    await serveNotices(page, [urgent, record, closed, small])
    await open(page, '/about-me')
    await expect(rows(page)).toHaveText([`Important ${urgent.message}`, record.message])
    await strip(page).getByRole('button', { name: '2 more notices' }).click()
    await expect(rows(page)).toHaveCount(4)
    await strip(page).getByRole('button', { name: 'Show fewer' }).click()
    await expect(rows(page)).toHaveCount(2)
  })

  test('a link of the site goes there within the application, one of the web is another site’s', async ({ page }) => {
    await serveNotices(page, [record, closed])
    await open(page, '/about-me')
    const other = strip(page).getByRole('link', { name: 'Why ↗' })
    await expect(other).toHaveAttribute('href', 'https://example.org/why')
    await expect(other).toHaveAttribute('rel', 'noopener')
    await page.evaluate(() => {
      document.body.dataset.before = 'yes'
    })
    await strip(page).getByRole('link', { name: 'Watch the run' }).click()
    await expect(page).toHaveURL('/speed-running')
    await expect(page.locator('body')).toHaveAttribute('data-before', 'yes')
    await expect(rows(page)).toHaveCount(2)
  })

  test('words are shown as text, whatever they look like', async ({ page }) => {
    const hostile = '<img src=x onerror="document.title=1"><b>bold</b> **bold** {{1}}'
    await serveNotices(page, [notice(hostile)])
    await open(page, '/about-me')
    await expect(rows(page)).toHaveText([hostile])
    await expect(strip(page).locator('img, b')).toHaveCount(0)
  })

  test('a screen reader is told of it politely', async ({ page }) => {
    await serveNotices(page, [record])
    await open(page, '/about-me')
    await expect(page.locator('[aria-live="polite"]').filter({ has: strip(page) })).toHaveCount(1)
  })
})

test.describe('dismissing', () => {
  test('S6.01 S2.52 a stranger and a guest are shown notices and no dismiss button', async ({ page, request }) => {
    await serveNotices(page, [record])
    await open(page, '/about-me')
    await expect(rows(page)).toHaveCount(1)
    await expect(dismissButtons(page)).toHaveCount(0)
    const body = { name: 'Gus Guest', email: `${crypto.randomUUID()}@example.org` }
    const { token: accessToken, refreshToken } = await (
      await request.post('/auth/guestcheckout', { data: body })
    ).json()
    await logIn(page, { id: '', ...body, accessToken, refreshToken })
    await open(page, '/about-me')
    await expect(page.getByRole('button', { name: 'Your account' })).toBeVisible()
    await expect(rows(page)).toHaveCount(1)
    await expect(dismissButtons(page)).toHaveCount(0)
  })

  test('S4.12 S7.12 a dismissed notice leaves at once, before the server has answered, and the focus stays in the strip', async ({
    page,
    request,
  }) => {
    await asReader(page, request)
    const server = await serveNotices(page, [urgent, record, closed])
    const answer = Promise.withResolvers<number>()
    server.answerDismissal = answer.promise
    await open(page, '/about-me')
    await expect(dismissButtons(page)).toHaveCount(2)
    await dismissButtons(page).first().click()
    await expect(rows(page)).toHaveText([record.message, closed.message])
    await expect(dismissButtons(page).first()).toBeFocused()
    await expect.poll(() => server.dismissed).toEqual([urgent.id])
    answer.resolve(204)
    await page.keyboard.press('Enter')
    await expect(rows(page)).toHaveText([closed.message])
    await expect(dismissButtons(page)).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(strip(page)).toHaveCount(0)
    await expect(page.getByRole('main')).toBeFocused()
    await expect.poll(() => server.dismissed).toEqual([urgent.id, record.id, closed.id])
  })

  test.describe('S8.10', () => {
    test.use({ expectMessages: /Failed to load resource/ })

    test('S8.10 a failed dismissal is only logged, and the notice stays away in this tab, whatever the next answers say', async ({
      page,
      request,
    }) => {
      await asReader(page, request)
      await withoutLive(page)
      const infos: string[] = []
      page.on('console', (message) => message.type() === 'info' && infos.push(message.text()))
      await page.clock.install({ time: 0 })
      const server = await serveNotices(page, [urgent, record])
      server.answerDismissal = Promise.resolve(500)
      await open(page, '/about-me')
      await dismissButtons(page).first().click()
      await expect.poll(() => infos.join('\n')).toContain('Dismissing a notice failed')
      const before = server.askedBy.length
      await page.clock.runFor(NOTICE_POLL_MS)
      await expect.poll(() => server.askedBy.length).toBeGreaterThan(before)
      await expect(rows(page)).toHaveText([record.message])
      await expect(page.getByRole('alert').filter({ hasText: /./ })).toHaveCount(0)
      await open(page, '/about-me')
      await expect(rows(page)).toHaveCount(2)
    })

    test('S8.10 a failed question is only logged; what was shown stays, and the next one counts', async ({ page }) => {
      const infos: string[] = []
      page.on('console', (message) => message.type() === 'info' && infos.push(message.text()))
      const server = await openAsked(page, [record])
      server.status = 500
      await page.clock.runFor(NOTICE_POLL_MS)
      await expect.poll(() => infos.join('\n')).toContain('Asking for notices failed')
      await expect(rows(page)).toHaveText([record.message])
      server.status = 200
      server.notices = [closed]
      await page.clock.runFor(NOTICE_POLL_MS)
      await expect(rows(page)).toHaveText([closed.message])
    })
  })
})

async function setHidden(page: Page, hidden: boolean) {
  await page.evaluate((value) => {
    Object.defineProperty(document, 'hidden', { value, configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  }, hidden)
}

test.describe('asking', () => {
  test('S7.12 S9.02 an open page asks on load and every 60 s', async ({ page }) => {
    await page.addInitScript(() => {
      const times: number[] = []
      const { fetch } = window
      window.fetch = (input, init) => {
        if (input === '/notifications') times.push(Date.now())
        document.documentElement.dataset.asked = JSON.stringify(times)
        return fetch(input, init)
      }
    })
    const server = await openAsked(page, [])
    server.notices = [record]
    await page.clock.runFor(NOTICE_POLL_MS)
    await expect(rows(page)).toHaveText([record.message])
    server.notices = []
    await page.clock.runFor(3 * NOTICE_POLL_MS)
    await expect(strip(page)).toHaveCount(0)
    const times: number[] = JSON.parse((await page.locator('html').getAttribute('data-asked')) ?? '[]')
    expect(times).toHaveLength(5)
    // The first question and the timer are set in one turn, of which the clock may see the end.
    for (const [i, time] of times.slice(1).entries())
      expect(Math.abs(time - (times[i] ?? 0) - NOTICE_POLL_MS)).toBeLessThan(50)
  })

  test('a hidden tab does not ask, and asks at once when it is looked at again', async ({ page }) => {
    const server = await openAsked(page, [])
    await setHidden(page, true)
    await page.clock.runFor(3 * NOTICE_POLL_MS)
    expect(server.askedBy).toHaveLength(1)
    await setHidden(page, false)
    await expect.poll(() => server.askedBy.length).toBe(2)
  })

  test('S7.12 a reader asks as who they are, and on logging out the strip forgets what was for them', async ({
    page,
    request,
  }) => {
    const reader = await asReader(page, request)
    const server = await openAsked(page, [record])
    expect(server.askedBy).toEqual([reader.accessToken])
    await expect(dismissButtons(page)).toHaveCount(1)
    server.notices = [closed]
    await page.getByRole('button', { name: 'Your account' }).click()
    await page.getByRole('button', { name: 'Log out' }).click()
    await expect(rows(page)).toHaveText([closed.message])
    await expect(dismissButtons(page)).toHaveCount(0)
    expect(server.askedBy).toEqual([reader.accessToken, null])
  })

  test('the page asks when it is connected to the hub, and once when that tells of changes', async ({ page }) => {
    const hub = await fakeHub(page)
    const server = await serveNotices(page, [])
    await open(page, '/about-me')
    await live(page)
    await expect.poll(() => server.askedBy.length).toBe(2)
    server.notices = [record]
    hub.tell('noticesChanged')
    hub.tell('noticesChanged')
    await expect(rows(page)).toHaveText([record.message])
    expect(server.askedBy).toHaveLength(3)
  })
})
