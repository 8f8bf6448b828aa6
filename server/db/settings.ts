import type { DatabaseOrTx } from './database.ts'

/** Returns the value of a setting that was chosen or recorded while the site ran; undefined when it is not set. */
export async function readSetting(db: DatabaseOrTx, key: string): Promise<unknown> {
  const row = await db.selectFrom('settings').select('value').where('key', '=', key).executeTakeFirst()
  return row && JSON.parse(row.value)
}

export async function writeSetting(db: DatabaseOrTx, key: string, content: unknown): Promise<void> {
  const value = JSON.stringify(content)
  await db
    .insertInto('settings')
    .values({ key, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute()
}

/** @returns whether the setting was set */
export async function deleteSetting(db: DatabaseOrTx, key: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('settings').where('key', '=', key).executeTakeFirst()
  return numDeletedRows > 0n
}
