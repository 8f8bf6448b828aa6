import type { TokenPair } from '#contract/accounts.ts'
import { REFRESH_TOKEN_REUSE_MS } from '#contract/limits.ts'
import type { DatabaseOrTx } from '../../db/database.ts'
import { deriveSecret, hashSecret } from '../../db/secrets.ts'
import type { ClientDetails } from '../../http/client.ts'
import { Refusal } from '../../http/failures.ts'
import type { AccountContext } from './account-context.ts'
import { matchesBrowserBinding, setBrowserCookie } from './browser.ts'
import { endSession, getRefreshTokenLifetimeMs } from './sessions.ts'

type RefreshContext = Pick<AccountContext, 'db' | 'tokens' | 'events'>

/**
 * Exchanges a refresh token for new tokens (S7.02). A token works once. Two tabs may refresh at the same time, so the
 * same client may send a used token again within 10 s and gets the same new token. A browser is identified by its
 * cookie, another client by its IP address and user agent. A later repetition, or a repetition by another client, means
 * that the token was stolen: the session and its live connections are ended (RFC 9700 4.14.2). A token that was issued
 * to a browser is refused without the cookie of this browser; the token then remains valid in this browser. A session
 * without a browser is bound to the first browser that refreshes it.
 */
export async function refreshSession(
  { db, tokens, events }: RefreshContext,
  { refreshToken, isFromUrl, client }: { refreshToken: string; isFromUrl: boolean; client: ClientDetails },
): Promise<TokenPair> {
  // A refused call also writes rows, so the refusal is thrown after the commit.
  const outcome = await db.transaction().execute((tx) => rotate(tx, refreshToken, isFromUrl, client))
  if (typeof outcome === 'string') throw new Refusal(outcome)
  if ('closedFor' in outcome) {
    await events.publish(db, 'access.changed', { userId: outcome.closedFor })
    throw new Refusal('session_over')
  }
  return { accessToken: await tokens.sign(outcome), refreshToken: outcome.successor }
}

/**
 * Ends the session of a refresh token, even of a used one, and the live connections of the session. A token that was
 * issued to another browser ends nothing.
 */
export async function endSessionOfToken(
  { db, events }: RefreshContext,
  { refreshToken, client }: { refreshToken: string; client: ClientDetails },
): Promise<void> {
  const token = await findToken(db, refreshToken)
  if (
    token &&
    matchesBrowserBinding(client.cookies, token.browser) &&
    (await endSession(db, token.user_id, token.session_id))
  )
    await events.publish(db, 'access.changed', { userId: token.user_id })
}

async function rotate(tx: DatabaseOrTx, token: string, isFromUrl: boolean, client: ClientDetails) {
  const now = Date.now()
  const row = await findToken(tx, token)
  if (!row || row.revoked_at !== null || row.expires_at <= now || row.session_expires_at <= now) return 'session_over'
  if (!matchesBrowserBinding(client.cookies, row.browser)) return 'session_over'
  // From a query, only the token of a provider login is accepted, and only in the browser that began this login.
  // Otherwise a link with a token of an attacker could log a visitor in to the account of the attacker.
  if (isFromUrl && row.handoff === null) return 'session_over'
  if (row.banned_at !== null) return 'account_banned'
  const close = async () => {
    await tx.updateTable('sessions').set({ revoked_at: now }).where('id', '=', row.session_id).execute()
    return { closedFor: row.user_id }
  }
  if (row.handoff !== null && row.handoff !== hashSecret(client.cookies.handoff ?? '')) return close()

  const clientHash = hashSecret(`${client.address}\n${client.userAgent}`)
  const successor = deriveSecret(row.rotation_secret, token)
  const done = { userId: row.user_id, sessionId: row.session_id, successor }
  /**
   * Sets the browser cookie. A new cookie is derived from the token, so that a repeated request gets the same cookie.
   */
  const keep = () => setBrowserCookie(client, deriveSecret(row.rotation_secret, `browser of ${token}`))
  const spent = await tx
    .updateTable('refresh_tokens')
    .set({ spent_at: now, spent_by: clientHash })
    .where('hash', '=', hashSecret(token))
    .where('spent_at', 'is', null)
    .executeTakeFirst()
  if (spent.numUpdatedRows > 0n) {
    const browser = keep() ?? row.browser
    await tx
      .insertInto('refresh_tokens')
      .values({
        hash: hashSecret(successor),
        session_id: row.session_id,
        created_at: now,
        expires_at: now + getRefreshTokenLifetimeMs(row.method),
        browser,
      })
      .execute()
    await tx
      .deleteFrom('refresh_tokens')
      .where('session_id', '=', row.session_id)
      .where('expires_at', '<', now)
      .execute()
    await tx
      .updateTable('sessions')
      .set({ last_used_at: now, address: client.address, user_agent: client.userAgent, browser })
      .where('id', '=', row.session_id)
      .execute()
    return done
  }

  // The token is read again, because another process may have used it while this process waited for the lock.
  const again = await findToken(tx, token)
  // The cookie identifies a browser better than its IP address, which changes when a phone leaves its Wi-Fi.
  const isSameClient = row.browser !== null || again?.spent_by === clientHash
  const repeated =
    row.handoff === null && isSameClient && again?.spent_at != null && now - again.spent_at <= REFRESH_TOKEN_REUSE_MS
  if (!repeated) return close()
  keep()
  return { ...done, successor: await latest(tx, row.rotation_secret, successor) }
}

/** Returns the newest token of the session. Returning an older token would end the session at its next use. */
async function latest(tx: DatabaseOrTx, rotationSecret: string, token: string): Promise<string> {
  const row = await findToken(tx, token)
  return row?.spent_at == null ? token : latest(tx, rotationSecret, deriveSecret(rotationSecret, token))
}

function findToken(tx: DatabaseOrTx, token: string) {
  return tx
    .selectFrom('refresh_tokens as token')
    .innerJoin('sessions as session', 'session.id', 'token.session_id')
    .innerJoin('users as user', 'user.id', 'session.user_id')
    .select([
      'token.session_id',
      'token.expires_at',
      'token.spent_at',
      'token.spent_by',
      'token.handoff',
      'token.browser',
    ])
    .select(['session.user_id', 'session.method', 'session.rotation_secret', 'session.revoked_at'])
    .select(['session.expires_at as session_expires_at', 'user.banned_at'])
    .where('token.hash', '=', hashSecret(token))
    .executeTakeFirst()
}
