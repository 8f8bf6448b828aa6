import { randomInt } from 'node:crypto'
import { HOUR_MS, RECOVERY_CODE_COUNT } from '#contract/limits.ts'
import { normalizeCode } from '#contract/normal-form.ts'
import { site } from '#site'
import type { DatabaseOrTx } from '../../../db/database.ts'
import { hasChangedRows } from '../../../db/has-changed-rows.ts'
import { hashSecret } from '../../../db/secrets.ts'
import { Refusal } from '../../../http/failures.ts'

/**
 * Returns the generator of an app's codes (RFC 6238) with the values that every app supports: SHA-1, six digits, 30
 * seconds. Loads the library on first use, because most starts do not need it.
 */
export async function createTotp(secret: string, label = '') {
  const { TOTP } = await import('otpauth')
  return new TOTP({ issuer: site.name, label, secret })
}

/** The number of steps of 30 seconds by which the clock of a phone may be wrong. */
const WINDOW = 1

/** The maximum number of codes that an account may try in an hour without a valid one. */
const TRIES_MAX = 10

/** Returns a typed code in its plain form: normalized, in small letters, and without spaces and hyphens. */
const cleanCode = (typed: string): string => normalizeCode(typed).replace(/[\s-]/g, '').toLowerCase()

/** Returns the time step that a code belongs to, or null when the code is not valid now. */
async function stepOf(secret: string, code: string): Promise<number | null> {
  const totp = await createTotp(secret)
  const delta = totp.validate({ token: code, window: WINDOW })
  return delta === null ? null : totp.counter() + delta
}

/**
 * Checks the code of the second factor that must follow a right password, and uses the code up.
 * @param db must not be a transaction that a refusal rolls back, because wrong codes must stay counted
 * @throws {Refusal} code_required when the account has a second factor and the call has no code; code_wrong when the
 * code is not valid or was used before; too_many_requests after 10 wrong codes in an hour
 */
export async function requireSecondFactorIfEnabled(
  db: DatabaseOrTx,
  userId: string,
  typed: string | undefined,
): Promise<void> {
  const factor = await findSecondFactorRow(db, userId)
  if (!factor?.confirmed_at) return
  const code = typed && cleanCode(typed)
  if (!code) throw new Refusal('code_required')
  await countTry(db, userId)
  const isValid = /^\d{6}$/.test(code)
    ? await spendStep(db, userId, await stepOf(factor.secret, code))
    : await spendRecoveryCode(db, userId, code)
  if (!isValid) throw new Refusal('code_wrong')
  await db.updateTable('second_factors').set({ tries: 0 }).where('user_id', '=', userId).execute()
}

/**
 * Counts a try before its code is checked, so that simultaneous tries cannot exceed the limit. The rate limits of calls
 * are not enough: they count for each IP address, and an attacker may have many.
 */
async function countTry(db: DatabaseOrTx, userId: string): Promise<void> {
  const now = Date.now()
  const tries = db.updateTable('second_factors').where('user_id', '=', userId)
  const countNext = tries
    .set(({ eb }) => ({ tries: eb('tries', '+', 1) }))
    .where('tries', '<', TRIES_MAX)
    .where('tries_since', '>', now - HOUR_MS)
  const countFirst = tries.set({ tries: 1, tries_since: now }).where('tries_since', '<=', now - HOUR_MS)
  // `countNext` is called twice, because another call may begin a new hour between `countNext` and `countFirst`.
  for (const count of [countNext, countFirst, countNext]) if (await hasChangedRows(count)) return
  throw new Refusal('too_many_requests')
}

/**
 * Refuses an account that has a second factor, because the caller's kind of login does not ask for a second factor.
 * @throws {Refusal} other_login_required
 */
export async function refuseAccountWithSecondFactor(db: DatabaseOrTx, userId: string): Promise<void> {
  if ((await findSecondFactorRow(db, userId))?.confirmed_at) throw new Refusal('other_login_required')
}

export const findSecondFactorRow = (db: DatabaseOrTx, userId: string) =>
  db.selectFrom('second_factors').selectAll().where('user_id', '=', userId).executeTakeFirst()

/**
 * Uses up a code and all earlier ones, so that a second call with the same code fails. @param step the time step of the
 * code; null for an invalid code. @returns whether the code was valid and unused
 */
async function spendStep(db: DatabaseOrTx, userId: string, step: number | null): Promise<boolean> {
  if (step === null) return false
  const factor = db.updateTable('second_factors').set({ last_step: step }).where('user_id', '=', userId)
  return hasChangedRows(factor.where('last_step', '<', step))
}

const spendRecoveryCode = (db: DatabaseOrTx, userId: string, code: string): Promise<boolean> =>
  hasChangedRows(db.deleteFrom('recovery_codes').where('user_id', '=', userId).where('hash', '=', hashSecret(code)))

/** The characters of recovery codes, without letters and digits that look alike. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789'

/** Replaces the recovery codes of an account. @returns the codes, 50 bits each, in two groups of five letters */
export async function replaceRecoveryCodes(db: DatabaseOrTx, userId: string): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODE_COUNT }, () =>
    Array.from({ length: 10 }, () => LETTERS[randomInt(LETTERS.length)]).join(''),
  )
  await db.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  await db
    .insertInto('recovery_codes')
    .values(codes.map((code) => ({ user_id: userId, hash: hashSecret(code) })))
    .execute()
  return codes.map((code) => `${code.slice(0, 5)}-${code.slice(5)}`)
}

/**
 * Switches the second factor on when a code shows that the app has the account's secret. @returns whether the code was
 * valid
 */
export async function tryEnableSecondFactor(db: DatabaseOrTx, userId: string, typed: string): Promise<boolean> {
  const factor = await findSecondFactorRow(db, userId)
  const step = factor ? await stepOf(factor.secret, cleanCode(typed)) : null
  if (step === null) return false
  const enabled = db.updateTable('second_factors').set({ confirmed_at: Date.now(), last_step: step })
  return hasChangedRows(enabled.where('user_id', '=', userId).where('confirmed_at', 'is', null))
}
