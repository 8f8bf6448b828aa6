import type { LoginProvider } from '#contract/accounts.ts'
import { PROVIDER_LOGIN_TIMEOUT_MS } from '#contract/limits.ts'
import type { DatabaseOrTx, Tx } from '../../../db/database.ts'
import type { EmailWithKey } from '../../../db/email-key.ts'
import { retryTransaction } from '../../../db/retry-transaction.ts'
import { generateSecret, hashSecret } from '../../../db/secrets.ts'
import type { EventBus } from '../../../events/events.ts'
import { Refusal } from '../../../http/failures.ts'
import type { AccountContext } from '../account-context.ts'
import { mailSignupLink } from '../mail-links.ts'
import { enqueueAccountMail } from '../mails.ts'
import { refuseAccountWithSecondFactor } from '../second-factor/codes.ts'
import { createUser, findReaderByEmail } from '../users.ts'
import type { ProviderProfile } from './provider-profile.ts'

const labels: Record<LoginProvider, string> = { google: 'Google', microsoft: 'Microsoft' }

type Account = { userId: string } | { unconfirmed: EmailWithKey }

/**
 * Finds the account that a provider's profile logs in to. If the profile is new and the provider has confirmed its
 * email address, the profile is linked to the account with this address. If there is no such account, one is created.
 * The addresses of accounts are confirmed too, so profile and account belong to the same person.
 * @param origin the origin of the links in mails
 */
export const findOrCreateConfirmedAccount = (
  { db, events }: AccountContext,
  profile: ProviderProfile,
  origin: string,
): Promise<Account> => retryTransaction(db, (tx) => findOrCreate(tx, events, profile, origin))

async function findOrCreate(tx: Tx, events: EventBus, profile: ProviderProfile, origin: string): Promise<Account> {
  const { provider, subject, email, emailVerified, name } = profile
  const identity = await tx
    .selectFrom('identities')
    .innerJoin('users', 'users.id', 'identities.user_id')
    .select(['users.id', 'users.banned_at'])
    .where('provider', '=', provider)
    .where('subject', '=', subject)
    .executeTakeFirst()
  if (identity) return { userId: await checkLogin(tx, identity) }
  if (!email) throw new Refusal('provider_failed')
  if (!emailVerified) return { unconfirmed: email }

  const reader = await findReaderByEmail(tx, email.key)
  const userId = reader ? await checkLogin(tx, reader) : await createUser(tx, { ...email, name })
  await tx
    .insertInto('identities')
    .values({ provider, subject, user_id: userId, email: email.email, created_at: Date.now() })
    .execute()
  if (reader)
    await enqueueAccountMail(tx, 'providerAdded', reader, { url: `${origin}/account`, detail: labels[provider] })
  else await events.publish(tx, 'email.confirmed', { userId, key: email.key })
  return { userId }
}

/**
 * Returns the id of an account when a provider login to it is allowed. @throws {Refusal} account_banned;
 * other_login_required for an account with a second factor, because a provider login does not ask for one
 */
async function checkLogin(tx: Tx, { id, banned_at }: { id: string; banned_at: number | null }): Promise<string> {
  if (banned_at !== null) throw new Refusal('account_banned')
  await refuseAccountWithSecondFactor(tx, id)
  return id
}

/**
 * Mails a link to an email address that the provider has not confirmed, as a signup does. The link creates an account
 * and links the profile to it. If the address already has an account, its owner gets another mail, and the profile is
 * not linked to this account.
 */
export async function mailProviderSignupLink(
  { db }: AccountContext,
  { provider, subject, name }: ProviderProfile,
  address: EmailWithKey,
  origin: string,
): Promise<void> {
  const signup = { ...address, page: `${origin}/verify-email`, signup: { name, identity: { provider, subject } } }
  await db.transaction().execute((tx) => mailSignupLink(tx, signup))
}

/** The secrets that a provider must return unchanged (OpenID Connect Core 3.1.2.1, RFC 7636). */
export interface OidcRequestSecrets {
  state: string
  nonce: string
  codeVerifier: string
}

export const createOidcRequestSecrets = (): OidcRequestSecrets => ({
  state: generateSecret(),
  nonce: generateSecret(),
  codeVerifier: generateSecret(),
})

interface Flow {
  provider: LoginProvider
  /** The cookie of the browser that begins the login. */
  browser: string
  returnUrl: string
}

/** Stores the data of a new provider login for 10 minutes, and deletes the expired data of other logins. */
export async function storeProviderLoginState(
  db: DatabaseOrTx,
  secrets: OidcRequestSecrets,
  { provider, browser, returnUrl }: Flow,
) {
  const now = Date.now()
  await db.deleteFrom('provider_flows').where('expires_at', '<=', now).execute()
  await db
    .insertInto('provider_flows')
    .values({
      state_hash: hashSecret(secrets.state),
      provider,
      nonce: secrets.nonce,
      code_verifier: secrets.codeVerifier,
      return_url: returnUrl,
      browser_hash: hashSecret(browser),
      expires_at: now + PROVIDER_LOGIN_TIMEOUT_MS,
    })
    .execute()
}

/**
 * Deletes and returns what storeProviderLoginState has stored, so that a state can be used only once, even when the
 * login fails.
 * @returns null when the state is unknown, or belongs to another provider or to another browser (login CSRF)
 */
export async function consumeProviderLoginState(
  db: DatabaseOrTx,
  { state, provider, browser }: { state: string; provider: LoginProvider; browser: string },
): Promise<{ secrets: OidcRequestSecrets; returnUrl: string; expired: boolean } | null> {
  const row = await db
    .deleteFrom('provider_flows')
    .where('state_hash', '=', hashSecret(state))
    .returningAll()
    .executeTakeFirst()
  if (!row || row.provider !== provider || row.browser_hash !== hashSecret(browser)) return null
  return {
    secrets: { state, nonce: row.nonce, codeVerifier: row.code_verifier },
    returnUrl: row.return_url,
    expired: row.expires_at <= Date.now(),
  }
}
