import type { Transaction } from 'kysely'
import type { Database } from './database.ts'
import { profiles } from './profiles.ts'
import type { Schema } from './schema.ts'

/**
 * Puts a sample into a database that is new: one that nobody has an account in and that has not had it, so that one that was
 * deleted is gone for good. Of several processes that start at once, one does.
 * @param key what says in the settings that the database has had it
 */
export async function addSampleOnce(
  db: Database,
  key: string,
  add: (tx: Transaction<Schema>) => Promise<void>,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    if (await profiles(tx).limit(1).executeTakeFirst()) return
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('settings')
      .values({ key, value: 'true' })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    if (numInsertedOrUpdatedRows !== 0n) await add(tx)
  })
}
