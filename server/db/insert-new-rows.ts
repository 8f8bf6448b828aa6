import type { InsertObject } from 'kysely'
import type { DatabaseOrTx } from './database.ts'
import type { Schema } from './schema.ts'

/** Inserts the rows that violate no unique key, and ignores the others. @returns the number of inserted rows */
export async function insertNewRows<T extends keyof Schema>(
  db: DatabaseOrTx,
  table: T,
  rows: InsertObject<Schema, T> | readonly InsertObject<Schema, T>[],
): Promise<number> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto(table)
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return Number(numInsertedOrUpdatedRows)
}
