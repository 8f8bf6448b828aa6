import type { APIRequestContext, Browser, Page } from '@playwright/test'
import type { Role } from '#contract/accounts.ts'
import { hashPassword } from '../server/accounts/passwords.ts'
import { databaseFile } from '../server/data-dir.ts'
import { connect } from '../server/db/database.ts'
import { addPerson } from '../server/testing/people.ts'
import { linkIn, mailTo } from './mail.ts'
import { sites } from './services/own-site.ts'
import { newAddress } from './test.ts'

/** Somebody with an account who is logged in. */
export interface Reader {
  id: string
  name: string
  email: string
  accessToken: string
  refreshToken: string
}

export const PASSWORD = 'a marble in a battered hat'

/** A word that no other test uses. */
export const uniqueWord = (): string => `w${crypto.randomUUID().slice(0, 8)}`

/** Somebody with an account, put into the database of the site that is called. Theirs is the password above. */
export async function createReader(
  request: APIRequestContext,
  { name = `Nora ${uniqueWord()}`, roles = [] as Role[] } = {},
): Promise<Reader> {
  const { origin } = new URL((await request.head('/')).url())
  const environment = sites.get(origin)
  if (!environment) throw new Error(`No test has started a site at ${origin}.`)
  const { DATA_DIR, DATABASE_URL: url, ORIGINS = origin } = environment
  const email = `${crypto.randomUUID()}@example.org`
  passwordHash ??= hashPassword(PASSWORD)
  const db = await connect({ url, file: databaseFile(DATA_DIR) })
  try {
    const person = { name, email, roles, passwordHash: await passwordHash, origin: ORIGINS.split(',')[0] ?? origin }
    const { id, token: accessToken, refreshToken } = await addPerson(db, person)
    return { id, name, email, accessToken, refreshToken }
  } finally {
    await db.destroy()
  }
}

let passwordHash: Promise<string> | undefined

/** The same with the role of an admin. */
export const createAdmin = (request: APIRequestContext, options: { name?: string } = {}): Promise<Reader> =>
  createReader(request, { ...options, roles: ['Admin'] })

/** Somebody who has applied to become a partner: signs up, confirms by the mail and logs in, all by calls. */
export async function createApplicant(request: APIRequestContext, name: string): Promise<Reader> {
  const email = `${crypto.randomUUID()}@example.org`
  const post = async (path: string, data: object) => {
    const answer = await request.post(path, { data })
    if (!answer.ok()) throw new Error(`${path} answered ${answer.status()}: ${await answer.text()}`)
    return answer.json()
  }
  const verificationUrl = new URL('/verify-email', (await request.head('/')).url()).href
  await post('/auth/signup', { name, email, password: PASSWORD, isPartner: true, verificationUrl })
  const link = new URL(linkIn(await mailTo(email, /Confirm/)))
  await post('/auth/verify-email', { token: link.hash.replace('#token=', '') })
  const tokens = await post('/auth/manual-login', { email, password: PASSWORD })
  const me = await request.get('/auth/current-user', { headers: bearer(tokens) })
  return { ...tokens, id: (await me.json()).id, name, email }
}

export const bearer = ({ accessToken }: { accessToken: string }) => ({ authorization: `Bearer ${accessToken}` })

/** From the next page on, the browser is logged in. */
export async function logIn(page: Page, { accessToken, refreshToken }: Reader): Promise<void> {
  await page.addInitScript(
    (tokens) => {
      for (const [key, value] of Object.entries(tokens))
        if (!localStorage.getItem('seen')) localStorage.setItem(key, value)
      localStorage.setItem('seen', 'yes')
    },
    { accessToken, refreshToken },
  )
}

/** A page in another browser, of a stranger or of somebody who is logged in; the test closes its context. */
export async function anotherBrowser(
  browser: Browser,
  { reader, ...options }: { reader?: Reader; baseURL?: string } = {},
): Promise<Page> {
  const page = await (await browser.newContext({ ...options, extraHTTPHeaders: newAddress() })).newPage()
  if (reader) await logIn(page, reader)
  return page
}
