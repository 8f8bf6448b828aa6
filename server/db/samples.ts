import { buildAccountsQuery } from './accounts.ts'
import type { Database, Tx } from './database.ts'
import { writeSettingIfUnchanged } from './settings.ts'

/**
 * Inserts a sample into a new database, which has neither an account nor the setting `key`. A deleted sample is not
 * inserted again. When several processes start at the same time, one of them inserts the sample.
 * @param key the setting that records the insertion
 */
export async function addSampleToNewDatabase(db: Database, key: string, add: (tx: Tx) => Promise<void>): Promise<void> {
  await db.transaction().execute(async (tx) => {
    if (await buildAccountsQuery(tx).limit(1).executeTakeFirst()) return
    if (await writeSettingIfUnchanged(tx, key, undefined, true)) await add(tx)
  })
}

/** Returns the result of a setup check: `isDone` when the author has deleted the sample of the table, or edited it. */
export async function runSampleReplacedSetupCheck(db: Database, table: 'notices' | 'vendors') {
  const sample = await db.selectFrom(table).select('id').where('is_sample', '=', 1).limit(1).executeTakeFirst()
  return { isDone: sample === undefined, findings: sample ? { sampleId: sample.id } : {} }
}
