import { buildAccountsQuery } from './accounts.ts'
import type { Tx } from './database.ts'

/**
 * Returns whether the site has another admin who is not banned, and locks all admins until the end of the transaction.
 * When two transactions would remove the last two admins at the same time, the second waits and then gets `false`.
 */
export async function hasAnotherAdminUnderLock(tx: Tx, userId: string): Promise<boolean> {
  const admins = await tx
    .selectFrom('user_roles')
    .select('user_id')
    .where('role', '=', 'Admin')
    .orderBy('user_id')
    .execute()
  // The update changes nothing but locks the row of each admin; SQLite locks the whole database anyway. One statement
  // for all rows would lock them in their order on disk, and two transactions could deadlock.
  for (const { user_id } of admins)
    await tx
      .updateTable('user_roles')
      .set({ role: 'Admin' })
      .where('user_id', '=', user_id)
      .where('role', '=', 'Admin')
      .execute()
  const another = await tx
    .selectFrom('user_roles')
    .innerJoin(buildAccountsQuery(tx).as('account'), 'account.id', 'user_roles.user_id')
    .select('account.id')
    .where('role', '=', 'Admin')
    .where('account.id', '!=', userId)
    .where('banned_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return another !== undefined
}
