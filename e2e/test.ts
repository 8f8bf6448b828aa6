import { type APIRequestContext, test as base, expect, type Page, type PlaywrightWorkerArgs } from '@playwright/test'

/**
 * What Chromium says of the hub, and no page can catch: when the server has ended a connection, Microsoft's client asks for
 * it once more; and where a test takes the network away, it is away for the hub as well.
 */
const hubEnded = /^error: WebSocket connection to '\S+\/hub\?\S+' failed: .*(404|HTTP Authentication failed)/
const hubAway = /^error: WebSocket connection to '\S+\/hub\?/

/** What Playwright says in place of the browser where it blocks service workers (playwright.config.ts). */
const workerBlocked = 'warning: Service Worker registration blocked by Playwright'

/** The headers of a client whose address nobody else has, so that one does not use up another's tries (TRUST_PROXY is on). */
export function createAddressHeaders(): { 'x-forwarded-for': string } {
  const part = () => Math.floor(Math.random() * 256)
  return { 'x-forwarded-for': `10.${part()}.${part()}.${part()}` }
}

/** Calls from such an address, for what is made once for many tests; who asks disposes of them. */
export const createApiClient = (
  playwright: PlaywrightWorkerArgs['playwright'],
  baseURL = '',
): Promise<APIRequestContext> => playwright.request.newContext({ baseURL, extraHTTPHeaders: createAddressHeaders() })

/**
 * The site's test: fails on anything unexpected in the console, an alert, an uncaught error, or a request to another site.
 * A test that provokes a message says which with `expectMessages`, one that leaves the site, to where with
 * `expectRequests`. Each has a client address of its own.
 */
export const test = base.extend<{ expectMessages: RegExp | null; expectRequests: RegExp | null; watched: undefined }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from it which fixtures are asked for.
  extraHTTPHeaders: async ({}, use) => {
    await use(createAddressHeaders())
  },
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
      // Without its routes, the page goes on with the real server, and what that says is no part of the test.
      const messages = [...unexpected]
      // What a handler of a route still does when its test is over fails nobody.
      if (!page.isClosed()) {
        await page.unrouteAll({ behavior: 'ignoreErrors' })
        await page.context().unrouteAll({ behavior: 'ignoreErrors' })
      }
      expect(messages).toEqual([])
    },
    { auto: true },
  ],
})

export { expect }

/** Opens a page and waits until the application has taken over. */
export async function openPage(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await waitForApplication(page)
}

/** Waits until the application answers (web/boot.ts marks it). */
export const waitForApplication = (page: Page): Promise<void> =>
  expect(page.locator('html')).toHaveAttribute('data-ready', '')

/** Waits until the page is connected to the hub and hears of its own comments (web/kit/live.ts marks it). */
export const waitForLiveConnection = (page: Page): Promise<void> =>
  expect(page.locator('html')).toHaveAttribute('data-live', '')

/** Keeps the page from the hub, which says so in words that no console shows: it has to ask for everything. */
export const blockLiveConnection = (page: Page): Promise<unknown> =>
  page.route('/hub/negotiate?*', (route) => route.fulfill({ json: { error: 'not in this test' } }))
