import type { Transaction } from 'kysely'
import { profiles } from './profiles.ts'
import type { Schema } from './schema.ts'

/**
 * Whether the site has an admin beside this person who can act. From here to the end of the transaction nobody else gets
 * a yes: of two who would take the last two admins away at the same time, one waits, and then finds that there is only one.
 */
export async function hasAnotherAdmin(tx: Transaction<Schema>, userId: string): Promise<boolean> {
  const admins = await tx
    .selectFrom('user_roles')
    .select('user_id')
    .where('role', '=', 'Admin')
    .orderBy('user_id')
    .execute()
  // Changes nothing, but locks the row of each admin; SQLite locks the whole database anyway. One statement for all rows
  // would lock them in the order in which they lie on the disk, and two transactions could wait for each other.
  for (const { user_id } of admins)
    await tx
      .updateTable('user_roles')
      .set({ role: 'Admin' })
      .where('user_id', '=', user_id)
      .where('role', '=', 'Admin')
      .execute()
  const another = await tx
    .selectFrom('user_roles')
    .innerJoin(profiles(tx).as('account'), 'account.id', 'user_roles.user_id')
    .select('account.id')
    .where('role', '=', 'Admin')
    .where('account.id', '!=', userId)
    .where('banned_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return another !== undefined
}
