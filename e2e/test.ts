import { type APIRequestContext, test as base, expect, type Page, type PlaywrightWorkerArgs } from '@playwright/test'

// A script cannot prevent these log messages of Chromium about the hub.
/**
 * Matches the message after the server has ended a connection. Microsoft's client requests that connection once more.
 */
const hubEnded = /^error: WebSocket connection to '\S+\/hub\?\S+' failed: .*(404|HTTP Authentication failed)/
/** Matches the message after a test has cut the network, and with it the connection to the hub. */
const hubAway = /^error: WebSocket connection to '\S+\/hub\?/

/** The message that Playwright logs where it blocks service workers (playwright.config.ts). */
const workerBlocked = 'warning: Service Worker registration blocked by Playwright'

/**
 * Returns the headers of a client with a unique IP address, so that clients do not share rate limits (TRUST_PROXY is
 * on).
 */
export function createIpAddressHeaders(): { 'x-forwarded-for': string } {
  const part = () => Math.floor(Math.random() * 256)
  return { 'x-forwarded-for': `10.${part()}.${part()}.${part()}` }
}

/**
 * Creates an API client with a unique IP address, for data that many tests share. The caller must dispose of the
 * client.
 */
export const createApiClient = (
  playwright: PlaywrightWorkerArgs['playwright'],
  baseURL = '',
): Promise<APIRequestContext> => playwright.request.newContext({ baseURL, extraHTTPHeaders: createIpAddressHeaders() })

/** The notice that each page of the tests shows, unless the site of the test has notices of its own. */
const standingNotice = {
  id: '01990000-0000-7000-8000-00000000f007',
  message: 'This notice is at the foot of every page of the tests.',
  priority: 'normal',
  links: [],
}

/**
 * The `test` function for the shared site. A test fails on unexpected console messages, alerts, uncaught errors and
 * requests to other sites. A test can allow messages by `expectMessages` and other sites by `expectRequests`. Each
 * test has its own client address. Every page shows a notice, as on most sites, unless `hasNotice` is false.
 */
export const test = base.extend<{
  expectMessages: RegExp | null
  expectRequests: RegExp | null
  hasNotice: boolean
  notified: undefined
  watched: undefined
}>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the required fixtures from this pattern.
  extraHTTPHeaders: async ({}, use) => {
    await use(createIpAddressHeaders())
  },
  hasNotice: [true, { option: true }],
  notified: [
    async ({ context, hasNotice }, use) => {
      if (hasNotice) {
        await context.route('/notifications', async (route) => {
          const response = await route.fetch().catch(() => null)
          if (!response?.ok()) return response ? route.fulfill({ response }) : route.abort()
          const notices: unknown[] = await response.json()
          return route.fulfill({ response, json: notices.length > 0 ? notices : [standingNotice] })
        })
      }
      await use(undefined)
    },
    { auto: true },
  ],
  expectMessages: [null, { option: true }],
  expectRequests: [null, { option: true }],
  watched: [
    async ({ page, expectMessages, expectRequests, baseURL, serviceWorkers }, use) => {
      const unexpected: string[] = []
      page.on('console', (message) => {
        const text = `${message.type()}: ${message.text()}`
        const quiet = !['error', 'warning'].includes(message.type())
        const expected = expectMessages?.test(text) || (expectMessages ? hubAway : hubEnded).test(text)
        const blocked = serviceWorkers === 'block' && text === workerBlocked
        if (!quiet && !expected && !blocked) unexpected.push(text)
      })
      page.on('pageerror', ({ message }) => {
        const text = `uncaught: ${message}`
        if (!expectMessages?.test(text)) unexpected.push(text)
      })
      page.on('dialog', (dialog) => {
        const text = `dialog: ${dialog.message()}`
        if (!expectMessages?.test(text)) unexpected.push(text)
        dialog.dismiss()
      })
      page.on('request', (request) => {
        const url = request.url()
        if (!url.startsWith(`${baseURL}/`) && !/^(data|blob):/.test(url) && !expectRequests?.test(url))
          unexpected.push(`request to ${url}`)
      })
      await use(undefined)
      // When the routes are removed, the page calls the real server. The test is not responsible for messages about
      // these calls, so the list is copied first.
      const messages = [...unexpected]
      // Removes the routes. Errors of a route handler after the end of its test are ignored.
      if (!page.isClosed()) await page.unrouteAll({ behavior: 'ignoreErrors' })
      await page.context().unrouteAll({ behavior: 'ignoreErrors' })
      expect(messages).toEqual([])
    },
    { auto: true },
  ],
})

export { expect }

/** Waits until the page has been painted. */
export const waitForPaint = (page: Page): Promise<void> =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))))

/** Opens a page and waits until it is hydrated. */
export async function openPage(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await hydratePage(page)
}

/**
 * Starts a press on the menu's button, which loads the application, and waits until the application is ready
 * (web/boot.ts sets `data-ready`).
 */
export async function hydratePage(page: Page): Promise<void> {
  const press = () => {
    const { dataset } = document.documentElement
    const button = document.querySelector('.menu-button')
    if (button && dataset.pressed === undefined) {
      dataset.pressed = ''
      for (const type of ['pointerdown', 'pointercancel'])
        button.dispatchEvent(new PointerEvent(type, { bubbles: true }))
    }
    return dataset.ready === ''
  }
  // A navigation during the call makes the call fail, so the call is repeated.
  await expect.poll(() => page.evaluate(press).catch(() => false)).toBe(true)
}

/** Waits until the page is connected to the hub and subscribed to its comments (web/live/live.ts sets `data-live`). */
export const waitForLiveConnection = (page: Page): Promise<void> =>
  expect(page.locator('html')).toHaveAttribute('data-live', '')

/** Blocks the hub without a console message, so that the page has to poll. */
export const blockLiveConnection = (page: Page): Promise<unknown> =>
  page.route('/hub/negotiate?*', (route) => route.fulfill({ json: { error: 'not in this test' } }))
