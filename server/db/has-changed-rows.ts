import type { DeleteResult, UpdateResult } from 'kysely'

/** Runs an update or a deletion. @returns whether a row was updated or deleted */
export async function hasChangedRows(query: {
  executeTakeFirst: () => Promise<UpdateResult | DeleteResult>
}): Promise<boolean> {
  const result = await query.executeTakeFirst()
  return ('numUpdatedRows' in result ? result.numUpdatedRows : result.numDeletedRows) > 0n
}
