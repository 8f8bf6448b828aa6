import type { Transaction } from 'kysely'
import type { Schema } from './schema.ts'

/**
 * Whether the site has an admin beside this person who can act. From here to the end of the transaction nobody else gets
 * a yes: of two who would take the last two admins away at the same time, one waits, and then finds that there is only one.
 */
export async function hasAnotherAdmin(tx: Transaction<Schema>, userId: string): Promise<boolean> {
  // Changes nothing, but holds every admin's row; SQLite holds the whole database anyway.
  await tx.updateTable('user_roles').set({ role: 'Admin' }).where('role', '=', 'Admin').execute()
  const another = await tx
    .selectFrom('user_roles')
    .innerJoin('users', 'users.id', 'user_roles.user_id')
    .select('users.id')
    .where('role', '=', 'Admin')
    .where('users.id', '!=', userId)
    .where('banned_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return another !== undefined
}
