import type { DatabaseOrTx } from './database.ts'
import { hasChangedRows } from './has-changed-rows.ts'
import { insertNewRows } from './insert-new-rows.ts'

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

/**
 * Writes a setting only while it has the value that was read before, so that only one of two processes succeeds.
 * @param before the value that was read; undefined when the setting was not set
 * @returns whether the setting was written
 */
export async function writeSettingIfUnchanged(
  db: DatabaseOrTx,
  key: string,
  before: unknown,
  content: unknown,
): Promise<boolean> {
  const value = JSON.stringify(content)
  if (before === undefined) return (await insertNewRows(db, 'settings', { key, value })) > 0
  const setting = db.updateTable('settings').set({ value }).where('key', '=', key)
  return hasChangedRows(setting.where('value', '=', JSON.stringify(before)))
}

/** @returns whether the setting was set */
export const deleteSetting = (db: DatabaseOrTx, key: string): Promise<boolean> =>
  hasChangedRows(db.deleteFrom('settings').where('key', '=', key))
