import type { Browser, Page } from '@playwright/test'
import { freePort } from '../hub/testing/server-program.ts'
import { logIn, type Reader } from './readers.ts'
import { createOwnSite } from './services/own-site.ts'
import { test as base } from './test.ts'

interface ClaimedSite {
  address: string
  admin: Reader
}

/**
 * A site of its own for each test, whose first admin is logged in: a notice is on every page, and other tests would meet it.
 * `siteEnv` is what differs from a new site.
 */
export const test = base.extend<{ siteEnv: Record<string, string>; site: ClaimedSite }>({
  siteEnv: [{}, { option: true }],
  site: async ({ siteEnv }, use) => {
    const site = createOwnSite(await freePort(), siteEnv)
    await site.start()
    const owner = { name: 'Ada Admin', email: 'ada@example.org', password: 'a marble in a battered hat' }
    const answer = await fetch(`${site.origin}/auth/claim`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: site.origin },
      body: JSON.stringify({ token: site.claimToken, ...owner }),
    })
    await use({ address: site.origin, admin: { ...(await answer.json()), id: '', ...owner } })
    await site.remove()
  },
  baseURL: async ({ site }, use) => use(site.address),
  page: async ({ page, site }, use) => {
    await logIn(page, site.admin)
    await use(page)
  },
})

/** Another browser, of a stranger or of somebody who is logged in. */
export async function otherBrowser(browser: Browser, address: string, reader?: Reader): Promise<Page> {
  const page = await (await browser.newContext({ baseURL: address })).newPage()
  if (reader) await logIn(page, reader)
  return page
}
