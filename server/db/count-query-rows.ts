import type { SelectQueryBuilder } from 'kysely'
import type { Schema } from './schema.ts'

/** Counts the rows of a query that selects no columns. */
export async function countQueryRows<T extends keyof Schema>(
  query: SelectQueryBuilder<Schema, T, Record<never, never>>,
): Promise<number> {
  const { count } = await query.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
  return count
}
