import { type APIRequestContext, expect, type Page } from '@playwright/test'
import type { Notice } from '../contract/notices.ts'
import { createReader, logInBrowser } from './readers.ts'
import { blockLiveConnection, openPage } from './test.ts'

export const buildNotice = (message: string, more: Partial<Notice> = {}): Notice => ({
  id: crypto.randomUUID(),
  message,
  priority: 'normal',
  links: [],
  ...more,
})

export const urgentNotice = buildNotice('The site moves tonight.', { priority: 'high' })
export const internalLinkNotice = buildNotice('A new record.', {
  links: [{ label: 'Watch the run', url: '/regatta' }],
})
export const externalLinkNotice = buildNotice('The kitchen is closed.', {
  links: [{ label: 'Why', url: 'https://example.org/why' }],
})
export const lowPriorityNotice = buildNotice('Small print.', { priority: 'low' })

/** Simulates the server's notices, because other tests post notices to the real site. */
export async function serveFakeNotices(page: Page, notices: Notice[]) {
  const server = {
    notices,
    /** For each request for notices, its bearer token; null for an anonymous request. */
    askedBy: [] as (string | null)[],
    dismissed: [] as string[],
    /** The status of the response to a dismissal. A test can delay the response by a pending promise. */
    answerDismissal: Promise.resolve(204),
  }
  await page.route('/notifications', async (route) => {
    const bearer = await route.request().headerValue('authorization')
    server.askedBy.push(bearer?.replace('Bearer ', '') ?? null)
    return route.fulfill({ json: server.notices })
  })
  await page.route('/notifications/dismiss/*', async (route) => {
    server.dismissed.push(route.request().url().split('/').at(-1) ?? '')
    return route.fulfill({ status: await server.answerDismissal })
  })
  return server
}

/** Logs a new reader in. */
export async function logInAsNewReader(page: Page, request: APIRequestContext) {
  const reader = await createReader(request)
  await logInBrowser(page, reader)
  return reader
}

export const noticeStrip = (page: Page) => page.getByRole('region', { name: 'Notices' })
export const noticeRows = (page: Page) => noticeStrip(page).getByRole('paragraph')
export const dismissButtons = (page: Page) => noticeStrip(page).getByRole('button', { name: 'Dismiss this notice' })

/** Opens a page without the hub, waits for its first poll for notices, and stops its clock half a minute later. */
export async function openPollingPage(page: Page, notices: Notice[], path = '/ueber-mich') {
  await blockLiveConnection(page)
  const server = await serveFakeNotices(page, notices)
  await page.clock.install({ time: 0 })
  await openPage(page, path)
  await expect.poll(() => server.askedBy.length).toBe(1)
  await page.clock.pauseAt(60_000 / 2)
  return server
}
