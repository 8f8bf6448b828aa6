import { SECOND_FACTOR_GRACE_MS } from '#contract/limits.ts'
import { hasRow } from '../../db/count-query-rows.ts'
import type { Database, DatabaseOrTx } from '../../db/database.ts'
import { readSetting, writeSetting } from '../../db/settings.ts'
import type { Actor, FindPrivilegesGrantedAt } from '../../http/actor.ts'
import { Refusal } from '../../http/failures.ts'
import { requireOwnerProof } from './my-account/proof.ts'

/**
 * Admins, and owners of kitchens that take cards, must protect their accounts with a passkey or with a second factor,
 * in addition to a password. The setup steps and the kitchen's page of payments ask them to do so. After two weeks
 * without protection, every action that needs a proof is refused.
 */

/**
 * The setting with the time when this site began to require protection. For people who had their rights before this
 * time, the two weeks start at this time.
 */
const SINCE = 'accounts.protectionSince'

export async function recordProtectionRuleStart(db: Database): Promise<void> {
  if ((await readSetting(db, SINCE)) === undefined) await writeSetting(db, SINCE, Date.now())
}

/** The accounts that have neither a passkey nor a second factor that is on. */
const unprotected = (db: DatabaseOrTx) =>
  db
    .selectFrom('users')
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('passkeys').select('id').whereRef('passkeys.user_id', '=', 'users.id'))),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('second_factors')
            .select('confirmed_at')
            .whereRef('second_factors.user_id', '=', 'users.id')
            .where('confirmed_at', 'is not', null),
        ),
      ),
    )

/**
 * Checks whether every admin has a passkey or a second factor. With either, a stolen password alone does not open the
 * desk.
 */
export async function runAdminProtectionSetupCheck(db: Database): Promise<{ isDone: boolean }> {
  const admins = unprotected(db)
    .innerJoin('user_roles', 'user_roles.user_id', 'users.id')
    .where('role', '=', 'Admin')
    .where('banned_at', 'is', null)
  return { isDone: !(await hasRow(admins)) }
}

/**
 * Returns the time by which somebody must have a passkey or a second factor, in milliseconds since 1970; null for a
 * person who has one of them.
 */
export async function findProtectionDeadline(
  db: DatabaseOrTx,
  userId: string,
  trustedSince: FindPrivilegesGrantedAt,
): Promise<number | null> {
  if (!(await hasRow(unprotected(db).where('users.id', '=', userId)))) return null
  const since = await readSetting(db, SINCE)
  // When the setting is missing, the two weeks have not started for anybody.
  return Math.max(await trustedSince(), typeof since === 'number' ? since : Date.now()) + SECOND_FACTOR_GRACE_MS
}

/**
 * Requires a recent proof of ownership from a person whose rights need a protected account.
 * @param trustedSince returns when the account got these rights
 * @throws {Refusal} protection_required when the account has been unprotected for two weeks; proof_required
 */
export async function requireProtectionAndOwnerProof(
  db: DatabaseOrTx,
  actor: Actor,
  trustedSince: FindPrivilegesGrantedAt,
): Promise<void> {
  const dueAt = await findProtectionDeadline(db, actor.userId, trustedSince)
  if (dueAt !== null && dueAt <= Date.now()) throw new Refusal('protection_required')
  await requireOwnerProof(db, actor)
}

/**
 * Requires that an admin has recently proved to be the owner of the account.
 * @throws {Refusal} in the same cases as requireProtectionAndOwnerProof
 */
export const requireAdminProtectionAndOwnerProof = (db: DatabaseOrTx, actor: Actor): Promise<void> =>
  requireProtectionAndOwnerProof(db, actor, () => adminSince(db, actor.userId))

/** Returns the time when a person became an admin; when it is not recorded, the time when the account was created. */
async function adminSince(db: DatabaseOrTx, userId: string): Promise<number> {
  const granted = await db
    .selectFrom('audit_log')
    .select('at')
    .where('target_id', '=', userId)
    .where('action', 'in', ['role granted', 'site claimed'])
    .where('detail', '!=', 'Partner')
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (granted) return granted.at
  const { created_at: createdAt } = await db
    .selectFrom('users')
    .select('created_at')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return createdAt
}
