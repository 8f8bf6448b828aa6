import { type SelectQueryBuilder, type StringReference, sql } from 'kysely'
import type { Schema } from './schema.ts'

/** Counts the rows of a query that selects no columns. */
export async function countQueryRows<T extends keyof Schema>(
  query: SelectQueryBuilder<Schema, T, Record<never, never>>,
): Promise<number> {
  const { count } = await query.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
  return count
}

/** Returns whether a query that selects no columns finds a row. */
export async function hasRow<T extends keyof Schema>(
  query: SelectQueryBuilder<Schema, T, Record<never, never>>,
): Promise<boolean> {
  return (await query.select(sql.lit(1).as('one')).limit(1).executeTakeFirst()) !== undefined
}

/**
 * Counts the rows of a query that selects no columns, separately for each value of a column.
 * @param values the values that the result has even when no row has them
 */
export async function countRowsByValue<T extends keyof Schema, V extends string>(
  query: SelectQueryBuilder<Schema, T, Record<never, never>>,
  column: StringReference<Schema, T>,
  values: readonly V[],
): Promise<Record<V, number>> {
  const value = sql.ref<V>(column)
  const rows = await query
    .select(({ fn }) => [value.as('value'), fn.countAll<number>().as('count')])
    .groupBy(value)
    .execute()
  const counted = rows.map(({ value, count }) => [value, count] as const)
  return Object.fromEntries([...values.map((value) => [value, 0] as const), ...counted]) as Record<V, number>
}
