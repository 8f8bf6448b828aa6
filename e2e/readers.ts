import { hash } from '@node-rs/argon2'
import type { APIRequestContext, Browser, Page } from '@playwright/test'
import type { Role } from '#contract/accounts.ts'
import { getDatabaseFilePath } from '../server/data-dir.ts'
import { connectDatabase, type Database } from '../server/db/database.ts'
import { createId } from '../server/db/ids.ts'
import { generateSecret, hashSecret } from '../server/db/secrets.ts'
import { addPerson } from '../server/testing/people.ts'
import { siteEnvironments } from './services/own-site.ts'
import { createIpAddressHeaders } from './test.ts'

/** An account and the tokens of its login. */
export interface Reader {
  id: string
  name: string
  email: string
  accessToken: string
  refreshToken: string
}

export const PASSWORD = 'a kettle in a battered hat'

/** Returns a word that no other test uses. */
export const uniqueWord = (): string => `w${crypto.randomUUID().slice(0, 8)}`

/**
 * Runs `work` with the database of the site that `request` calls. Direct access to the database saves many API calls.
 * `origin` is the origin for which tokens are valid.
 */
export async function withDatabase<T>(
  request: APIRequestContext,
  work: (db: Database, origin: string) => Promise<T>,
): Promise<T> {
  const { origin } = new URL((await request.head('/')).url())
  const environment = siteEnvironments.get(origin)
  if (!environment) throw new Error(`No test has started a site at ${origin}.`)
  const { DATA_DIR, DATABASE_URL: url, ORIGINS = origin } = environment
  const db = await connectDatabase({ url, file: getDatabaseFilePath(DATA_DIR) })
  try {
    return await work(db, ORIGINS.split(',')[0] ?? origin)
  } finally {
    await db.destroy()
  }
}

/**
 * Inserts a reader with the password PASSWORD into the database of the site that `request` calls, and logs the reader
 * in.
 */
export async function createReader(
  request: APIRequestContext,
  { name = `Nora ${uniqueWord()}`, roles = [] as Role[] } = {},
): Promise<Reader> {
  const email = `${crypto.randomUUID()}@example.org`
  // Argon2's lowest cost saves time. Each hash contains its cost, and these tests do not depend on the cost.
  passwordHash ??= hash(PASSWORD, { memoryCost: 8, timeCost: 1, parallelism: 1 })
  const person = { name, email, roles, passwordHash: roles.includes('Guest') ? null : await passwordHash }
  return withDatabase(request, async (db, origin) => {
    const { id, token: accessToken, refreshToken } = await addPerson(db, { ...person, origin })
    return { id, name, email, accessToken, refreshToken }
  })
}

let passwordHash: Promise<string> | undefined

/** Inserts a reader with the role of an admin, and logs the admin in. */
export const createAdmin = (request: APIRequestContext, options: { name?: string } = {}): Promise<Reader> =>
  createReader(request, { ...options, roles: ['Admin'] })

/** Creates a guest session. */
export const createGuest = (request: APIRequestContext): Promise<Reader> =>
  createReader(request, { name: 'Gus Guest', roles: ['Guest'] })

/** Inserts a reader who has applied to become a partner. */
export async function createPartnerApplicant(request: APIRequestContext, name: string): Promise<Reader> {
  const applicant = await createReader(request, { name })
  const application = { id: createId(), user_id: applicant.id, created_at: Date.now() }
  await withDatabase(request, (db) => db.insertInto('partner_applications').values(application).execute())
  return applicant
}

export const buildBearerHeader = ({ accessToken }: { accessToken: string }) => ({
  authorization: `Bearer ${accessToken}`,
})

/**
 * Returns the query with which a provider's login would log the browser in, and gives the browser the cookie of this
 * login.
 */
export async function createProviderLoginQuery(page: Page, { accessToken, refreshToken }: Reader): Promise<string> {
  const value = generateSecret()
  await withDatabase(page.request, (db) =>
    db
      .updateTable('refresh_tokens')
      .set({ handoff: hashSecret(value) })
      .where('hash', '=', hashSecret(refreshToken))
      .execute(),
  )
  const { origin } = new URL((await page.request.head('/')).url())
  await page.context().addCookies([{ name: 'handoff', value, url: `${origin}/auth/refresh` }])
  return new URLSearchParams({ token: accessToken, refreshtoken: refreshToken }).toString()
}

/** Logs the browser in, for all pages that are opened later. */
export async function logInBrowser(page: Page, { accessToken, refreshToken }: Reader): Promise<void> {
  await page.addInitScript(
    (tokens) => {
      for (const [key, value] of Object.entries(tokens))
        if (!localStorage.getItem('seen')) localStorage.setItem(key, value)
      localStorage.setItem('seen', 'yes')
    },
    { accessToken, refreshToken },
  )
}

/** Opens a page in another browser context, anonymous or logged in. The test must close the context. */
export async function createPageInNewContext(
  browser: Browser,
  { reader, ...options }: { reader?: Reader; baseURL?: string } = {},
): Promise<Page> {
  const page = await (await browser.newContext({ ...options, extraHTTPHeaders: createIpAddressHeaders() })).newPage()
  if (reader) await logInBrowser(page, reader)
  return page
}
