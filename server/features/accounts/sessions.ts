import fastifyCookie from '@fastify/cookie'
import {
  ACCESS_TOKEN_MS,
  GUEST_REFRESH_TOKEN_MS,
  PERSON_RECORDS_PER_KIND_MAX,
  PROVIDER_LOGIN_TOKEN_LIFETIME_MS,
  REFRESH_TOKEN_MS,
  SESSION_MS,
} from '#contract/limits.ts'
import { type AccountSession, sessionSchema } from '#contract/my-account.ts'
import { countQueryRows } from '../../db/count-query-rows.ts'
import type { DatabaseOrTx, Tx } from '../../db/database.ts'
import type { EmailKey } from '../../db/email-key.ts'
import { hasChangedRows } from '../../db/has-changed-rows.ts'
import { createId } from '../../db/ids.ts'
import type { Schema } from '../../db/schema.ts'
import { generateSecret, hashSecret } from '../../db/secrets.ts'
import { createTransactionSubscription, type EventBus, type Subscription } from '../../events/events.ts'
import type { Actor, AuthenticateToken } from '../../http/actor.ts'
import type { ClientDetails } from '../../http/client.ts'
import { describeDevice } from '../../http/describe-device.ts'
import { type PresentedRows, presentRows } from '../../http/present-rows.ts'
import type { PersonRecordSource } from '../define-feature.ts'
import type { AccessTokenService } from './access-tokens.ts'
import { matchesBrowserBinding, setBrowserCookie } from './browser.ts'
import { listUserRoles, selectGuestsByEmail } from './users.ts'

interface NewSession {
  userId: string
  method: Schema['sessions']['method']
  client: ClientDetails
  /**
   * The value of the cookie to which tokens in a query are tied (S2.31). The tokens are valid for 60 s, and the refresh
   * token works once.
   */
  handoffCookie?: string
}

/** Begins a session. Its tokens are signed after the transaction, because signing may store a new key. */
export async function beginSession(db: DatabaseOrTx, { userId, method, client, handoffCookie }: NewSession) {
  const now = Date.now()
  const sessionId = createId()
  const refreshToken = generateSecret()
  const browser = setBrowserCookie(client, generateSecret())
  await db
    .insertInto('sessions')
    .values({
      id: sessionId,
      user_id: userId,
      method,
      rotation_secret: generateSecret(),
      user_agent: client.userAgent,
      address: client.address,
      created_at: now,
      last_used_at: now,
      expires_at: now + SESSION_MS,
      // With a passkey, the authenticator has just verified the owner.
      proved_at: method === 'passkey' ? now : null,
      browser,
    })
    .execute()
  await db
    .insertInto('refresh_tokens')
    .values({
      hash: hashSecret(refreshToken),
      session_id: sessionId,
      created_at: now,
      expires_at: now + (handoffCookie ? PROVIDER_LOGIN_TOKEN_LIFETIME_MS : getRefreshTokenLifetimeMs(method)),
      handoff: handoffCookie ? hashSecret(handoffCookie) : null,
      browser,
    })
    .execute()
  return {
    userId,
    sessionId,
    refreshToken,
    accessLifetime: handoffCookie ? PROVIDER_LOGIN_TOKEN_LIFETIME_MS : ACCESS_TOKEN_MS,
  }
}

export async function signFirstTokens(tokens: AccessTokenService, begun: Awaited<ReturnType<typeof beginSession>>) {
  return { accessToken: await tokens.sign(begun, begun.accessLifetime), refreshToken: begun.refreshToken }
}

export const getRefreshTokenLifetimeMs = (method: Schema['sessions']['method']): number =>
  method === 'guest' ? GUEST_REFRESH_TOKEN_MS : REFRESH_TOKEN_MS

/**
 * Creates the function that finds the account of an access token. The token stops working at once when its session is
 * closed or its account is banned. The token of a session that belongs to a browser needs the cookie of this browser.
 */
export function createAuthenticator(db: DatabaseOrTx, tokens: AccessTokenService): AuthenticateToken {
  return async (accessToken, cookie): Promise<Actor | null> => {
    const named = await tokens.verify(accessToken)
    if (!named) return null
    const row = await db
      .selectFrom('sessions')
      .innerJoin('users', 'users.id', 'sessions.user_id')
      .select(['users.name', 'users.email', 'users.is_guest', 'sessions.created_at as loggedInAt', 'sessions.browser'])
      .where('sessions.id', '=', named.sessionId)
      .where('users.id', '=', named.userId)
      .where('sessions.revoked_at', 'is', null)
      .where('sessions.expires_at', '>', Date.now())
      .where('users.banned_at', 'is', null)
      .executeTakeFirst()
    if (!row || !matchesBrowserBinding(fastifyCookie.parse(cookie ?? ''), row.browser)) return null
    const { is_guest, browser: _browser, ...account } = row
    return { ...named, ...account, roles: await listUserRoles(db, named.userId, is_guest) }
  }
}

/** Ends a session of an account. @returns whether the session was open */
export const endSession = (db: DatabaseOrTx, userId: string, id: string): Promise<boolean> =>
  hasChangedRows(sessionsToEnd(db, userId).where('id', '=', id))

export async function endSessionsOfUser(db: DatabaseOrTx, userId: string, { except = '' } = {}): Promise<void> {
  await sessionsToEnd(db, userId).where('id', '!=', except).execute()
}

const sessionsToEnd = (db: DatabaseOrTx, userId: string) =>
  db
    .updateTable('sessions')
    .set({ revoked_at: Date.now() })
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)

/** Ends the sessions of all guests with an email address, and publishes `access.changed` for each of these guests. */
export async function endGuestSessionsByEmail(tx: Tx, events: EventBus, key: EmailKey): Promise<void> {
  const ended = await tx
    .updateTable('sessions')
    .set({ revoked_at: Date.now() })
    .where('user_id', 'in', selectGuestsByEmail(tx, key).select('id'))
    .where('revoked_at', 'is', null)
    .returning('user_id')
    .execute()
  for (const userId of new Set(ended.map((session) => session.user_id)))
    await events.publish(tx, 'access.changed', { userId })
}

/**
 * Ends the sessions of guests with an email address when an account has confirmed this address, because the orders of
 * these guests belong to the account now.
 */
export const createEmailConfirmedSubscription = (events: EventBus): Subscription =>
  createTransactionSubscription('email.confirmed', ({ key }, tx) => endGuestSessionsByEmail(tx, events, key))

/** The number of sessions that are deleted at once, so that other queries do not wait long. */
const DELETED_AT_ONCE = 500

/**
 * Deletes some of the old sessions. A used token is stored until it would have expired, so that its reuse is detected.
 * @returns whether old sessions may remain
 */
export async function deleteOldSessionsBatch(db: DatabaseOrTx): Promise<boolean> {
  const now = Date.now()
  const old = db
    .selectFrom('sessions')
    .select('id')
    .where((eb) => eb.or([eb('expires_at', '<', now), eb('last_used_at', '<', now - REFRESH_TOKEN_MS)]))
    .limit(DELETED_AT_ONCE)
  const { numDeletedRows } = await db.deleteFrom('sessions').where('id', 'in', old).executeTakeFirstOrThrow()
  return numDeletedRows === BigInt(DELETED_AT_ONCE)
}

/** The maximum number of listed sessions. Further sessions can only be ended together with all others. */
const LISTED_MAX = 100

/** Selects the sessions of a person that can still be refreshed. */
function selectOpenSessions(db: DatabaseOrTx, userId: string) {
  const now = Date.now()
  return db
    .selectFrom('sessions')
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('refresh_tokens')
          .select('hash')
          .whereRef('refresh_tokens.session_id', '=', 'sessions.id')
          .where('refresh_tokens.spent_at', 'is', null)
          .where('refresh_tokens.expires_at', '>', now),
      ),
    )
}

/** Counts the sessions of a person that can still be refreshed. */
export const countOpenSessions = (db: DatabaseOrTx, userId: string): Promise<number> =>
  countQueryRows(selectOpenSessions(db, userId))

/** Lists the sessions of a person that can still be refreshed, most recently used first. */
export async function listSessions(
  db: DatabaseOrTx,
  { userId, sessionId = '' }: { userId: string; sessionId?: string },
): Promise<PresentedRows<AccountSession>> {
  const rows = await selectOpenSessions(db, userId)
    .select(['id', 'method', 'user_agent', 'address', 'created_at as createdAt', 'last_used_at as lastUsedAt'])
    .orderBy('last_used_at', 'desc')
    .orderBy('id', 'desc')
    .limit(LISTED_MAX)
    .execute()
  return presentRows('session', sessionSchema, rows, ({ user_agent, ...session }) => ({
    ...session,
    current: session.id === sessionId,
    device: describeDevice(user_agent),
  }))
}

/** The sessions of a person, for the desk. */
export const personSessionRecordSource: PersonRecordSource = {
  kind: 'session',
  count: (db, { id }) => countOpenSessions(db, id),
  list: async (db, { id: userId }) => {
    const { shown: sessions, damaged } = await listSessions(db, { userId })
    const shown = sessions.slice(0, PERSON_RECORDS_PER_KIND_MAX).map(({ id, device, address, lastUsedAt: at }) => {
      return { id, at, title: device, text: address, to: null }
    })
    return { shown, damaged }
  },
}
