import type { Provider } from '#contract/accounts.ts'
import { PROVIDER_LOGIN_MS } from '#contract/limits.ts'
import type { Queries } from '../../../db/database.ts'
import { hashOf, newSecret } from '../secrets.ts'

/** The secrets that a provider must return as they were sent (OpenID Connect Core 3.1.2.1, RFC 7636). */
export interface FlowSecrets {
  state: string
  nonce: string
  codeVerifier: string
}

export const newFlowSecrets = (): FlowSecrets => ({ state: newSecret(), nonce: newSecret(), codeVerifier: newSecret() })

interface Flow {
  provider: Provider
  /** The cookie of the browser that begins. */
  browser: string
  returnUrl: string
}

/** Stores for 10 minutes a login at a provider that begins, and deletes expired ones. */
export async function storeFlow(
  db: Queries,
  secrets: FlowSecrets,
  { provider, browser, returnUrl }: Flow,
): Promise<void> {
  const now = Date.now()
  await db.deleteFrom('provider_flows').where('expires_at', '<=', now).execute()
  await db
    .insertInto('provider_flows')
    .values({
      state_hash: hashOf(secrets.state),
      provider,
      nonce: secrets.nonce,
      code_verifier: secrets.codeVerifier,
      return_url: returnUrl,
      browser_hash: hashOf(browser),
      expires_at: now + PROVIDER_LOGIN_MS,
    })
    .execute()
}

/**
 * Removes and returns a login that began, so that no state works twice, not even after a failure.
 * @returns null when it is unknown, of another provider, or was begun by another browser (login CSRF)
 */
export async function takeFlow(
  db: Queries,
  { state, provider, browser }: { state: string; provider: Provider; browser: string },
): Promise<{ secrets: FlowSecrets; returnUrl: string; expired: boolean } | null> {
  const row = await db
    .deleteFrom('provider_flows')
    .where('state_hash', '=', hashOf(state))
    .returningAll()
    .executeTakeFirst()
  if (!row || row.provider !== provider || row.browser_hash !== hashOf(browser)) return null
  return {
    secrets: { state, nonce: row.nonce, codeVerifier: row.code_verifier },
    returnUrl: row.return_url,
    expired: row.expires_at <= Date.now(),
  }
}
