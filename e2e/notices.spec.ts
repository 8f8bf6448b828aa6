import type { APIRequestContext, Page } from '@playwright/test'
import { NOTICE_POLL_MS } from '../contract/limits.ts'
import type { Notice } from '../contract/notices.ts'
import { violations } from './axe.ts'
import { fakeHub } from './fake-hub.ts'
import { createReader, logIn } from './readers.ts'
import { expect, live, open, test, withoutLive } from './test.ts'

const notice = (message: string, more: Partial<Notice> = {}): Notice => ({
  id: crypto.randomUUID(),
  message,
  priority: 'normal',
  links: [],
  ...more,
})

const urgent = notice('The site moves tonight.', { priority: 'high' })
const record = notice('A new record.', { links: [{ label: 'Watch the run', url: '/speed-running' }] })
const closed = notice('The kitchen is closed.', { links: [{ label: 'Why', url: 'https://example.org/why' }] })
const small = notice('Small print.', { priority: 'low' })

/** Plays the server's part in notices: a page that others post to could not be counted on. */
async function serveNotices(page: Page, notices: Notice[]) {
  const server = {
    notices,
    status: 200,
    /** Who asked: the bearer token, or null. */
    askedBy: [] as (string | null)[],
    dismissed: [] as string[],
    /** Answers a dismissal. */
    answerDismissal: Promise.resolve(204),
  }
  await page.route('/notifications', async (route) => {
    const bearer = await route.request().headerValue('authorization')
    server.askedBy.push(bearer?.replace('Bearer ', '') ?? null)
    return route.fulfill({ status: server.status, json: server.notices })
  })
  await page.route('/notifications/dismiss/*', async (route) => {
    server.dismissed.push(route.request().url().split('/').at(-1) ?? '')
    return route.fulfill({ status: await server.answerDismissal })
  })
  return server
}

/** The page is a reader's. */
async function asReader(page: Page, request: APIRequestContext) {
  const reader = await createReader(request)
  await logIn(page, reader)
  return reader
}

const strip = (page: Page) => page.getByRole('region', { name: 'Notices' })
const rows = (page: Page) => strip(page).getByRole('paragraph')
const dismissButtons = (page: Page) => strip(page).getByRole('button', { name: 'Dismiss this notice' })

test.describe('what is shown', () => {
  test('S2.52 the strip is at the bottom of the window when notices exist, and not otherwise', async ({ page }) => {
    const server = await serveNotices(page, [record])
    await open(page, '/cloudflare')
    await expect(rows(page)).toHaveText([record.message])
    const box = await strip(page).boundingBox()
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeCloseTo(900, 0)
    expect([box?.x, box?.width]).toEqual([0, 1440])
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

/** A page whose clock stands still half a minute after it has asked for the first time, and which no hub tells anything. */
async function openAsked(page: Page, notices: Notice[], path = '/about-me') {
  await withoutLive(page)
  const server = await serveNotices(page, notices)
  await page.clock.install({ time: 0 })
  await open(page, path)
  await expect.poll(() => server.askedBy.length).toBe(1)
  await page.clock.pauseAt(NOTICE_POLL_MS / 2)
  return server
}

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

test.describe('its place', () => {
  for (const width of [320, 390, 1440]) {
    test(`at ${width} px it does not cover the end of the page, nothing is cut off, and it takes at most half the window`, async ({
      page,
      request,
    }) => {
      await asReader(page, request)
      await page.setViewportSize({ width, height: 740 })
      const long = notice('A long word: '.padEnd(300, 'w'), {
        priority: 'high',
        links: [...closed.links, ...record.links],
      })
      await serveNotices(page, [long, record, closed])
      for (const path of ['/cloudflare', '/login']) {
        await open(page, path)
        await expect(rows(page)).toHaveCount(2)
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
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
    })
  }

  test('what takes the focus is not behind it', async ({ page }) => {
    await serveNotices(page, [urgent, record])
    await open(page, '/cloudflare')
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
  })

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

  test('the menu and the search are above it', async ({ page }) => {
    await serveNotices(page, [record, closed])
    await page.setViewportSize({ width: 390, height: 740 })
    await open(page, '/about-me')
    await expect(rows(page)).toHaveCount(2)
    const atTheFoot = () => page.evaluate(() => document.elementFromPoint(195, 730)?.closest('.notice-strip') !== null)
    expect(await atTheFoot()).toBe(true)
    await page.getByRole('button', { name: 'Menu' }).click()
    await expect.poll(atTheFoot).toBe(false)
    await page.keyboard.press('Escape')
    await expect.poll(atTheFoot).toBe(true)
    await page.keyboard.press('/')
    await expect(page.getByRole('dialog')).toBeVisible()
    expect(await atTheFoot()).toBe(false)
  })

  for (const path of ['/', '/cloudflare']) {
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
      await page.clock.runFor(NOTICE_POLL_MS)
      await expect(rows(page)).toHaveCount(1)
      server.notices = [record, closed]
      await page.clock.runFor(NOTICE_POLL_MS)
      await expect(rows(page)).toHaveCount(2)
      server.notices = []
      await page.clock.runFor(NOTICE_POLL_MS)
      await expect(strip(page)).toHaveCount(0)
      expect(Number((await page.locator('html').getAttribute('data-shift')) ?? 0)).toBeLessThan(0.001)
    })
  }

  test('axe finds nothing, at 390 and 1440 px, by day and by night', async ({ page, request }) => {
    test.setTimeout(90_000)
    await asReader(page, request)
    await serveNotices(page, [urgent, record, closed, small])
    await open(page, '/about-me')
    await strip(page).getByRole('button', { name: '2 more notices' }).click()
    await expect(rows(page)).toHaveCount(4)
    expect(await violations(page)).toEqual([])
  })
})
