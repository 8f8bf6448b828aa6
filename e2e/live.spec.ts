import type { Page, Request } from '@playwright/test'
import { LIVE_HIDDEN_TIMEOUT_MS, LIVE_RETRY_MS } from '../contract/limits.ts'
import { type FakeHub, installFakeHub } from './fake-hub.ts'
import { buildBearerHeader, createReader, logInBrowser } from './readers.ts'
import { expect, openPage, test, waitForLiveConnection } from './test.ts'

/** Records every request to the hub, as HTTP method and kind of transport, and every WebSocket. */
function watchHub(page: Page) {
  const seen: string[] = []
  page.on('request', (request: Request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (pathname === '/hub/negotiate') seen.push(`negotiate by ${request.method()}`)
    else if (pathname === '/hub' && searchParams.has('id')) seen.push(`${request.resourceType()} ${request.method()}`)
  })
  page.on('websocket', (socket) => {
    if (new URL(socket.url()).pathname === '/hub') seen.push('WebSocket')
  })
  return seen
}

/** Removes globals of the browser that the hub client could use, such as WebSocket. */
const without = (page: Page, ...names: string[]) =>
  page.addInitScript((missing) => {
    for (const name of missing) Reflect.deleteProperty(window, name)
  }, names)

test('S7.15 the page negotiates with the hub by POST and connects by WebSocket', async ({ page }) => {
  const seen = watchHub(page)
  await openPage(page, '/ueber-mich')
  await waitForLiveConnection(page)
  expect(seen).toEqual(['negotiate by POST', 'WebSocket'])
})

test('S7.15 the page connects to the hub by server-sent events when WebSockets are missing', async ({ page }) => {
  await without(page, 'WebSocket')
  const seen = watchHub(page)
  await openPage(page, '/ueber-mich')
  await waitForLiveConnection(page)
  expect(seen.slice(0, 2)).toEqual(['negotiate by POST', 'eventsource GET'])
  expect(new Set(seen.slice(2))).toEqual(new Set(['fetch POST']))
})

test('S7.15 the page connects to the hub by long polling when WebSockets and server-sent events are missing', async ({
  page,
}) => {
  await without(page, 'WebSocket', 'EventSource')
  const seen = watchHub(page)
  await openPage(page, '/ueber-mich')
  await waitForLiveConnection(page)
  expect(seen.slice(0, 2)).toEqual(['negotiate by POST', 'fetch GET'])
  expect(seen).not.toContain('WebSocket')
})

test.describe('timings', () => {
  /** Opens a page with a live connection and stops its clock. */
  async function openLive(page: Page) {
    await page.clock.install({ time: 0 })
    const hub = await installFakeHub(page)
    await openPage(page, '/ueber-mich')
    await waitForLiveConnection(page)
    // This pause is too short for the page to consider the hub silent.
    await page.clock.pauseAt(15_000 - 1_000)
    return hub
  }

  /** Advances the clock of a page while the server keeps sending pings. */
  async function pass(page: Page, hub: FakeHub, ms: number) {
    for (let passed = 0; passed < ms; passed += 15_000) {
      hub.tell('noticesChanged')
      await page.clock.runFor(15_000)
    }
  }

  test('S9.05 the page pings the hub every 15 s, reconnects when the hub is silent for 30 s, and disconnects when the tab is hidden for 10 minutes', async ({
    page,
  }) => {
    const hub = await openLive(page)
    const pings = () => hub.heard.filter(({ type }) => type === 6).length
    /** Advances the page's clock second by second. @returns the seconds until the page has sent a ping to the hub */
    const countSecondsToPing = async () => {
      const before = pings()
      let seconds = 0
      hub.tell('noticesChanged')
      while (pings() === before && seconds < 30) {
        await page.clock.runFor(1_000)
        // A ping that the page has sent arrives at the hub before this call returns.
        await page.evaluate(() => {})
        seconds += 1
      }
      return seconds
    }
    await countSecondsToPing()
    for (const _ of [1, 2]) expect(Math.abs((await countSecondsToPing()) - 15)).toBeLessThan(2)

    // From here on, the hub is silent.
    const connections = () => hub.heard.filter(({ target }) => target === 'watchPage').length
    const connected = connections()
    hub.tell('noticesChanged')
    await page.clock.runFor(100)
    await page.clock.runFor(30_000 - 1_000)
    expect(hub.tokens).toHaveLength(1)
    await page.clock.runFor(1_000)
    await page.clock.runFor(100)
    await expect.poll(() => hub.tokens.length).toBe(2)
    await expect.poll(connections).toBe(connected + 1)
    await waitForLiveConnection(page)

    // The page tries to reconnect when the network returns, and again when the tab becomes visible.
    await hub.vanish()
    await page.clock.runFor(1)
    await expect.poll(() => hub.tokens.length).toBe(3)
    await page.evaluate(() => window.dispatchEvent(new Event('online')))
    await expect.poll(() => hub.tokens.length).toBe(4)
    await expect(page.locator('html')).not.toHaveAttribute('data-live')
    hub.comeBack()
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await waitForLiveConnection(page)

    // Hides the tab, or makes it visible again.
    const look = (hidden: boolean) =>
      page.evaluate((value) => {
        Object.defineProperty(document, 'hidden', { value, configurable: true })
        document.dispatchEvent(new Event('visibilitychange'))
      }, hidden)
    await look(true)
    await pass(page, hub, LIVE_HIDDEN_TIMEOUT_MS / 2)
    await waitForLiveConnection(page)
    await pass(page, hub, LIVE_HIDDEN_TIMEOUT_MS / 2)
    await expect(page.locator('html')).not.toHaveAttribute('data-live')
    const tries = hub.tokens.length
    await page.evaluate(() => window.dispatchEvent(new Event('online')))
    await page.clock.runFor(5 * LIVE_RETRY_MS)
    expect(hub.tokens).toHaveLength(tries)
    await look(false)
    await waitForLiveConnection(page)
  })

  test('S9.05 the page reconnects after 0, 2, 10 and 30 s, then about every 30 s; after a second permanent close by the hub, the page waits before it reconnects', async ({
    page,
  }) => {
    const hub = await openLive(page)
    await hub.vanish()
    /**
     * Advances the clock until the page has negotiated this number of times and has read the last refusal. The refusal
     * starts the timer of the page.
     */
    const waitForRefusal = async (count: number, stepMs: number) => {
      await expect
        .poll(
          async () => {
            await page.clock.runFor(stepMs)
            return hub.tokens.length
          },
          { intervals: [50] },
        )
        .toBe(count)
      // After a later call has been answered, the page has certainly read the refusal.
      await page.evaluate(async () => void (await (await fetch('/api/version')).text()))
    }
    for (const [at, delay] of [0, 2_000, 10_000, 30_000].entries()) {
      if (delay > 0) {
        await page.clock.runFor(delay - 500)
        expect(hub.tokens).toHaveLength(1 + at)
      }
      await waitForRefusal(2 + at, 100)
    }
    await expect(page.locator('html')).not.toHaveAttribute('data-live')
    for (const tries of [6, 7, 8]) {
      // The timer may have started up to one step earlier, and the clock also advances by itself.
      await page.clock.runFor(LIVE_RETRY_MS * 0.6)
      expect(hub.tokens).toHaveLength(tries - 1)
      await waitForRefusal(tries, 1_000)
    }
    hub.comeBack()
    await page.clock.runFor(LIVE_RETRY_MS * 1.3)
    await waitForLiveConnection(page)

    // The hub ends the connection permanently.
    await pass(page, hub, 2 * LIVE_RETRY_MS)
    const tries = hub.tokens.length
    const heard = hub.heard.length
    hub.close(false)
    await expect.poll(() => hub.tokens.length).toBe(tries + 1)
    // For a moment, the page may still be marked as connected, and pings of the ended connection may still arrive. So
    // the test waits for the handshake message, with which the next connection begins.
    await expect.poll(() => hub.heard.slice(heard).some(({ protocol }) => protocol)).toBe(true)
    await waitForLiveConnection(page)
    hub.close(false)
    await expect(page.locator('html')).not.toHaveAttribute('data-live')
    expect(hub.tokens).toHaveLength(tries + 1)
  })

  test('S9.05 the page gives up a long poll of the hub that is not answered within 100 s', async ({ page }) => {
    await page.clock.install({ time: 0 })
    let polls = 0
    await page.route('/hub/negotiate?*', (route) =>
      route.fulfill({
        json: {
          negotiateVersion: 1,
          connectionId: 'a',
          connectionToken: 'b',
          availableTransports: [{ transport: 'LongPolling', transferFormats: ['Text'] }],
        },
      }),
    )
    await page.route('/hub?id=*', (route) => {
      if (route.request().method() !== 'GET') return route.fulfill({ status: 200 })
      polls++
      if (polls === 1) return route.fulfill({ status: 200 })
      if (polls === 2) return route.fulfill({ status: 200, body: '{}\x1e{"type":3,"invocationId":"0"}\x1e' })
    })
    await openPage(page, '/ueber-mich')
    await expect.poll(() => polls).toBe(3)
    await page.clock.pauseAt(30_000)
    await page.clock.runFor(1)
    // The hub has no messages, so it holds the third poll open. The poll began in the first 30 s of the page's clock.
    // It is at most 100 s old after this step, and older than 100 s after the next step.
    await page.clock.runFor(100_000 - 31_000)
    expect(polls).toBe(3)
    await page.clock.runFor(32_000)
    await expect.poll(() => polls).toBe(4)
  })
})

test.describe('the hub’s user and page', () => {
  test('the page connects as the user, and anonymously after a logout; it sends its key to the hub only if it has comments', async ({
    page,
    request,
  }) => {
    const nora = await createReader(request)
    await logInBrowser(page, nora)
    const hub = await installFakeHub(page)
    await openPage(page, '/ueber-mich')
    await waitForLiveConnection(page)
    expect(hub.tokens).toEqual([nora.accessToken])
    const watched = () => hub.heard.filter(({ target }) => target === 'watchPage').map((call) => call.arguments?.[0])
    await expect.poll(watched).toEqual(['ueber-mich'])
    await page.getByRole('button', { name: 'Your account' }).click()
    await page.getByRole('button', { name: 'Log out' }).click()
    await expect.poll(() => hub.tokens).toEqual([nora.accessToken, null])
    await waitForLiveConnection(page)
    await expect.poll(watched).toEqual(['ueber-mich', 'ueber-mich'])
    await page.locator('.site-header').getByRole('link', { name: 'Log in', exact: true }).click()
    await expect.poll(watched).toEqual(['ueber-mich', 'ueber-mich', null])
    await page.locator('.site-header').getByRole('link').first().click()
    await expect.poll(watched).toEqual(['ueber-mich', 'ueber-mich', null, 'home'])
  })

  test.describe('a refused token', () => {
    test.use({ expectMessages: /Failed to load resource.*401/ })
    test('when the hub refuses the token, the page refreshes the token and connects with the new one', async ({
      page,
      request,
    }) => {
      const nora = await createReader(request)
      await logInBrowser(page, nora)
      const hub = await installFakeHub(page)
      hub.refuseNext()
      // Tokens that are issued within the same second are equal, so the test counts the refreshes instead.
      let renewals = 0
      page.on('request', (sent) => {
        if (new URL(sent.url()).pathname === '/auth/refresh') renewals += 1
      })
      await openPage(page, '/ueber-mich')
      await waitForLiveConnection(page)
      const [first, second, ...more] = hub.tokens
      expect([first, more]).toEqual([nora.accessToken, []])
      expect(renewals).toBeGreaterThan(0)
      // The new token works only in the browser that has requested it.
      const me = await page.request.get('/auth/current-user', {
        headers: buildBearerHeader({ accessToken: second ?? '' }),
      })
      expect((await me.json()).id).toBe(nora.id)
    })
  })
})
