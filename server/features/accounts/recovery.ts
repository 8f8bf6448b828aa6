import { countQueryRows } from '../../db/count-query-rows.ts'
import type { Database, DatabaseOrTx } from '../../db/database.ts'
import { readSetting, writeSetting } from '../../db/settings.ts'

/** The setting that holds the time when the command line last made somebody an admin. */
const RECOVERED = 'setup.recoveryTried'

/** Records that the command line has just made somebody an admin. */
export const storeAdminRecoveryTime = (db: DatabaseOrTx): Promise<void> => writeSetting(db, RECOVERED, Date.now())

/**
 * Checks whether a locked-out admin can be replaced: the site has a second admin, or its owner has used the command
 * that makes somebody an admin.
 */
export async function runLockoutRecoverySetupCheck(db: Database): Promise<{ isDone: boolean }> {
  const admins = db
    .selectFrom('user_roles')
    .innerJoin('users', 'users.id', 'user_id')
    .where('role', '=', 'Admin')
    .where('banned_at', 'is', null)
  return { isDone: (await countQueryRows(admins)) > 1 || (await readSetting(db, RECOVERED)) !== undefined }
}
