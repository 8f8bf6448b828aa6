import { ADMIN_PROTECTION_MS } from '#contract/limits.ts'
import type { Database, Queries } from '../../db/database.ts'
import { readSetting, writeSetting } from '../../db/settings.ts'
import type { Actor } from '../../http/actor.ts'
import { Refusal } from '../../http/failures.ts'
import type { SetupCheck } from '../define-feature.ts'
import { requireProof } from './my-account/proof.ts'

/**
 * Admins protect the desk with more than a password: with a passkey, or with the second factor. The first steps ask for
 * it, and after two weeks an admin without it does nothing at the desk any more that needs a proof.
 */

/** The setting that holds when this site began to ask. Admins of an earlier version have two weeks from then on. */
const SINCE = 'accounts.protectionSince'

export async function recordProtectionStart(db: Database): Promise<void> {
  if ((await readSetting(db, SINCE)) === undefined) await writeSetting(db, SINCE, Date.now())
}

/** The admins who may log in and have neither a passkey nor a second factor that is on. */
const unprotectedAdmins = (db: Queries) =>
  db
    .selectFrom('user_roles')
    .innerJoin('users', 'users.id', 'user_id')
    .select(['user_id', 'users.created_at as createdAt'])
    .where('role', '=', 'Admin')
    .where('banned_at', 'is', null)
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

/** Checks whether every admin has a passkey or a second factor, so that a stolen password does not open the desk. */
export const checkProtection =
  ({ db }: { db: Database }): SetupCheck =>
  async () => ({ isDone: (await unprotectedAdmins(db).limit(1).executeTakeFirst()) === undefined })

/**
 * Requires a fresh proof of an admin.
 * @throws {Refusal} protection_required for an admin who has had two weeks to protect the account, and proof_required
 */
export async function requireAdminProof(db: Queries, actor: Actor): Promise<void> {
  const admin = await unprotectedAdmins(db).where('user_id', '=', actor.userId).executeTakeFirst()
  if (admin && (await adminSince(db, actor.userId, admin.createdAt)) + ADMIN_PROTECTION_MS <= Date.now())
    throw new Refusal('protection_required')
  await requireProof(db, actor)
}

/** Returns the later one of the times when somebody became an admin and when the site began to ask. */
async function adminSince(db: Queries, userId: string, createdAt: number): Promise<number> {
  const granted = await db
    .selectFrom('audit_log')
    .select('at')
    .where('target_id', '=', userId)
    .where('action', 'in', ['role granted', 'site claimed'])
    .where('detail', '!=', 'Partner')
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst()
  const since = await readSetting(db, SINCE)
  // Before the first start with this rule, nobody has been asked.
  return Math.max(granted?.at ?? createdAt, typeof since === 'number' ? since : Date.now())
}
