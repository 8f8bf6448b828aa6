import type { passwordLogin, TokenPair } from '#contract/accounts.ts'
import type { HandlerInput } from '#contract/endpoint.ts'
import { describeConfirmationLinkDelivery } from '#contract/link-delivery.ts'
import type { PasskeyAssertion } from '#contract/passkeys.ts'
import { hasRow } from '../../db/count-query-rows.ts'
import { tryParseEmailKey } from '../../db/email-key.ts'
import { cleanLine } from '../../http/clean-line.ts'
import type { ClientDetails } from '../../http/client.ts'
import { Refusal } from '../../http/failures.ts'
import { parseEmail } from '../../http/parse-email.ts'
import { parseName } from '../../http/parse-name.ts'
import type { AccountContext } from './account-context.ts'
import { findPendingSignupByEmail } from './mail-links.ts'
import { notifyOfNewDevice } from './new-device.ts'
import { finishPasskeyAuthentication } from './passkeys/assertions.ts'
import { loginChallengeBinding } from './passkeys/challenges.ts'
import { verifyPassword } from './passwords.ts'
import { requireSecondFactorIfEnabled } from './second-factor/codes.ts'
import { beginSession, signFirstTokens } from './sessions.ts'
import { createUser, findReaderByEmail, lockAndRequireSamePassword, selectGuestsByEmail } from './users.ts'

/**
 * Logs in with email and password (S7.06). The reply reveals the state of the account only when the password is right.
 * Every login verifies exactly one password, so its duration does not reveal whether the account exists. The code of
 * the second factor is checked after the password.
 */
export async function logInWithPassword(
  context: AccountContext,
  { email, password, code, client }: HandlerInput<typeof passwordLogin>['body'] & { client: ClientDetails },
): Promise<TokenPair> {
  const { db, tokens } = context
  const key = tryParseEmailKey(email)
  const reader = key && (await findReaderByEmail(db, key))
  const waiting = key && !reader ? await findPendingSignupByEmail(db, key) : null
  const matches = await verifyPassword(reader?.password_hash ?? waiting?.signup.passwordHash ?? null, password)
  if (!matches) throw new Refusal('wrong_credentials')
  if (!reader) throw new Refusal('email_unverified', describeConfirmationLinkDelivery(context.smtp))
  if (reader.banned_at !== null) throw new Refusal('account_banned')
  await requireSecondFactorIfEnabled(db, reader.id, code)
  const begun = await db.transaction().execute(async (tx) => {
    await lockAndRequireSamePassword(tx, reader)
    await notifyOfNewDevice({ ...context, db: tx }, reader.id, client)
    return beginSession(tx, { userId: reader.id, method: 'password', client })
  })
  return signFirstTokens(tokens, begun)
}

/** Logs in with a passkey. @throws {Refusal} account_banned, and the refusals of finishPasskeyAuthentication */
export async function logInWithPasskey(
  context: AccountContext,
  { credential, client }: { credential: PasskeyAssertion; client: ClientDetails },
): Promise<TokenPair> {
  const { db, tokens } = context
  const userId = await finishPasskeyAuthentication(context, credential, loginChallengeBinding)
  const user = await db.selectFrom('users').select('banned_at').where('id', '=', userId).executeTakeFirstOrThrow()
  if (user.banned_at !== null) throw new Refusal('account_banned')
  await notifyOfNewDevice(context, userId, client)
  return signFirstTokens(tokens, await beginSession(db, { userId, method: 'passkey', client }))
}

/**
 * Creates a guest account (S7.07) from a name and an email address, which is not confirmed.
 * @throws {Refusal} guest_incomplete, name_too_long, email_invalid; account_banned when a guest with this address is
 *   banned. The ban of a reader is not checked, because a refusal would reveal the ban to strangers.
 */
export async function logInAsGuest(
  { db, tokens }: AccountContext,
  input: { name: string; email: string; client: ClientDetails },
): Promise<TokenPair> {
  if (cleanLine(input.name) === '' || input.email.trim() === '') throw new Refusal('guest_incomplete')
  const name = parseName(input.name)
  const { email, key } = parseEmail(input.email)
  if (await hasRow(selectGuestsByEmail(db, key).where('banned_at', 'is not', null))) throw new Refusal('account_banned')
  const begun = await db.transaction().execute(async (tx) => {
    const userId = await createUser(tx, { name, email, key, guest: true })
    return beginSession(tx, { userId, method: 'guest', client: input.client })
  })
  return signFirstTokens(tokens, begun)
}
