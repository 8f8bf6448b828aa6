import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { APIRequestContext, Page } from '@playwright/test'
import { linkIn, mailTo } from './mail.ts'
import { dataFolder } from './services/ports.ts'

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

/** Signs up, confirms by the mail and logs in, all by calls. */
export async function createReader(
  request: APIRequestContext,
  { name = `Nora ${uniqueWord()}`, isPartner = false } = {},
): Promise<Reader> {
  const email = `${crypto.randomUUID()}@example.org`
  const post = async (path: string, data: object) => {
    const answer = await request.post(path, { data })
    if (!answer.ok()) throw new Error(`${path} answered ${answer.status()}: ${await answer.text()}`)
    return answer.json()
  }
  const verificationUrl = new URL('/verify-email', (await request.head('/')).url()).href
  await post('/auth/signup', { name, email, password: PASSWORD, isPartner, verificationUrl })
  const link = new URL(linkIn(await mailTo(email, /Confirm/)))
  await post('/auth/verify-email', { token: link.hash.replace('#token=', '') })
  const tokens = await post('/auth/manual-login', { email, password: PASSWORD })
  const me = await request.get('/auth/current-user', { headers: bearer(tokens) })
  return { ...tokens, id: (await me.json()).id, name, email }
}

/** The same with the role of an admin, given as the owner of the machine does. */
export async function createAdmin(request: APIRequestContext, options?: { name?: string }): Promise<Reader> {
  const reader = await createReader(request, options)
  const env = { ...process.env, DATA_DIR: dataFolder, DATABASE_URL: '' }
  await promisify(execFile)(process.execPath, ['server/admin.ts', 'grant', reader.email], { env })
  return reader
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
