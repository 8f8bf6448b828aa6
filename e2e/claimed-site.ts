import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Browser, Page } from '@playwright/test'
import { logIn, type Reader } from './readers.ts'
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
    const folder = mkdtempSync(join(tmpdir(), 'hobohat-claimed-'))
    const env = { ...process.env, PORT: '0', DATA_DIR: folder, DATABASE_URL: '', LOG_LEVEL: 'warn', ...siteEnv }
    const server = spawn(process.execPath, ['dist/server/main.js'], { env, stdio: ['ignore', 'pipe', 'inherit'] })
    let claim = ''
    let address = ''
    for await (const line of createInterface(server.stdout)) {
      claim ||= /#token=([\w-]+)/.exec(line)?.[1] ?? ''
      address = / is at (\S+)$/.exec(line)?.[1] ?? ''
      if (address) break
    }
    const owner = { name: 'Ada Admin', email: 'ada@example.org', password: 'a marble in a battered hat' }
    const answer = await fetch(`${address}/auth/claim`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: address },
      body: JSON.stringify({ token: claim, ...owner }),
    })
    await use({ address, admin: { ...(await answer.json()), id: '', ...owner } })
    server.kill('SIGKILL')
    rmSync(folder, { recursive: true })
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
