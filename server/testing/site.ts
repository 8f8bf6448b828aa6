import type { FastifyInstance } from 'fastify'
import type { Role, TokenPair } from '#contract/accounts.ts'
import type { AppOptions } from '../app.ts'
import type { Database } from '../db/database.ts'
import { createId } from '../db/ids.ts'
import { createLinkRequestOutboxSender } from '../features/accounts/mail-links.ts'
import { hashPassword } from '../features/accounts/passwords.ts'
import { deliverDue } from '../outbox/deliver.ts'
import type { Mail } from '../outbox/email-template.ts'
import { createTestApp } from './app.ts'
import { createTestDatabase } from './database.ts'
import { origins } from './origins.ts'
import { addPerson } from './people.ts'

/** The password of the readers that `createReader` adds. */
export const PASSWORD = 'kettle in a battered hat'
/** The hash of PASSWORD is computed once in a process, because it takes 50 ms. */
let passwordHash: Promise<string> | undefined
/** The URL of the page that confirms an email address. */
export const verificationUrl = `${origins[0]}/verify-email`

export interface CallOptions {
  body?: unknown
  token?: string
  headers?: Record<string, string>
  /** The IP address of the caller. */
  from?: string
}

/** A site with its own database, and functions for tests. */
export interface TestSite {
  app: FastifyInstance
  db: Database
  /** Makes a call with a JSON body, as a page of the site does. */
  call: (method: string, url: string, options?: CallOptions) => Promise<Answer>
  /** Every mail in the outbox, oldest first. */
  mails: () => Promise<Mail[]>
  /** Adds a reader who has the password `PASSWORD` and a session, without a call or a mail. */
  createReader: (
    email?: string,
    options?: { name?: string; isPartner?: boolean; roles?: readonly Role[]; isProved?: boolean },
  ) => Promise<TokenPair & { userId: string }>
  /**
   * Signs up, confirms the email address and logs in, by calls; for tests that need the mails and links of a signup.
   */
  signUp: (email: string, options: { name: string; isPartner?: boolean }) => Promise<TokenPair & { userId: string }>
  /** Adds a reader with a role, as `createReader` does. */
  createWithRole: (role: 'Admin' | 'Partner', email?: string) => Promise<TokenPair & { userId: string }>
  createGuest: () => Promise<TokenPair>
  logIn: (email: string, password?: string) => Promise<TokenPair>
}

type Answer = Awaited<ReturnType<FastifyInstance['inject']>> & { statusCode: number }

/** Creates a site on the database of this run (SQLite or Postgres). The site is closed when the test is over. */
export async function createTestSite(options: Partial<AppOptions> = {}): Promise<TestSite> {
  const db = options.db ?? (await createTestDatabase())
  const app = createTestApp({ ...options, db })

  const call: TestSite['call'] = async (method, url, { body, token, headers, from } = {}) =>
    app.inject({
      method: method as 'POST',
      url,
      ...(from === undefined ? {} : { remoteAddress: from }),
      headers: {
        origin: origins[0],
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...headers,
      },
      ...(body === undefined ? {} : { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
    })

  const mails: TestSite['mails'] = async () => {
    while ((await deliverDue({ db, sender: createLinkRequestOutboxSender(db), log: app.log })) > 0);
    const rows = await db.selectFrom('outbox').select('payload').where('kind', '=', 'mail').orderBy('id').execute()
    return rows.map(({ payload }) => JSON.parse(payload) as Mail)
  }

  const logIn: TestSite['logIn'] = async (email, password = PASSWORD) => {
    const answer = await call('POST', '/auth/manual-login', { body: { email, password } })
    if (answer.statusCode !== 200) throw new Error(`${email} could not log in: ${answer.body}`)
    return answer.json()
  }

  const signUp: TestSite['signUp'] = async (email, { name, isPartner = false }) => {
    await call('POST', '/auth/signup', { body: { name, email, password: PASSWORD, isPartner, verificationUrl } })
    const mail = (await mails()).findLast(({ to }) => to === email)
    if (!mail) throw new Error(`There is no mail to ${email}.`)
    await call('POST', '/auth/verify-email', { body: { token: getLinkSecret(mail) } })
    const tokens = await logIn(email)
    const me = await call('GET', '/auth/current-user', { token: tokens.accessToken })
    return { ...tokens, userId: me.json().id }
  }

  const createReader: TestSite['createReader'] = async (
    email,
    { name, isPartner = false, roles = [], isProved = false } = {},
  ) => {
    passwordHash ??= hashPassword(PASSWORD)
    const reader = await addPerson(db, { name, email, roles, isProved, passwordHash: await passwordHash })
    if (isPartner) {
      const application = { id: createId(), user_id: reader.id, created_at: Date.now() }
      await db.insertInto('partner_applications').values(application).execute()
    }
    return { userId: reader.id, accessToken: reader.token, refreshToken: reader.refreshToken }
  }

  return {
    app,
    db,
    call,
    mails,
    logIn,
    signUp,
    createReader,
    createWithRole: (role, email) => createReader(email, { name: `${role} Person`, roles: [role] }),
    createGuest: async () => {
      const body = { name: 'Gus Guest', email: `${createId()}@example.org` }
      const { token, refreshToken } = (await call('POST', '/auth/guestcheckout', { body })).json()
      return { accessToken: token, refreshToken }
    },
  }
}

/** Returns the secret in the link of a mail. */
export function getLinkSecret(mail: Mail): string {
  const [, secret] = /#token=([\w-]+)/.exec(mail.text) ?? []
  if (secret === undefined) throw new Error(`There is no link in “${mail.subject}”.`)
  return secret
}
