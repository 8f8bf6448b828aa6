import { type SelectQueryBuilder, type StringReference, sql } from 'kysely'

/** The part of a query that `readListPage` needs. */
interface PagedQuery<R> {
  limit: (rows: number) => { execute: () => Promise<R[]> }
}

/**
 * Reads a page of a list.
 * @param query selects the rows from the cursor of the page on, in the order of the list
 * @param cursorOf returns the cursor of the page that begins after this row
 * @param size the number of rows on a page
 * @returns the rows, and the cursor of the next page; null on the last page
 */
export async function readListPage<R>(
  query: PagedQuery<R>,
  cursorOf: (last: R) => string,
  size = 50,
): Promise<{ rows: R[]; next: string | null }> {
  // The additional row shows whether there is a next page.
  const found = await query.limit(size + 1).execute()
  const rows = found.slice(0, size)
  const last = found.length > size ? rows.at(-1) : undefined
  return { rows, next: last ? cursorOf(last) : null }
}

/**
 * Reads a page of a list that is sorted by its ids, the newest first. The id of its last row is the cursor of the next
 * page.
 * @param query selects the rows in any order
 * @param idColumn the column of the ids, with the name of its table when the query joins tables
 */
export const readPageNewestFirst = <Tables, Joined extends keyof Tables, R extends { id: string }>(
  query: SelectQueryBuilder<Tables, Joined, R>,
  idColumn: StringReference<Tables, Joined>,
  cursor: string | undefined,
  size?: number,
) => {
  const id = sql.ref<string>(idColumn)
  const page = cursor === undefined ? query : query.where(id, '<', cursor)
  return readListPage(page.orderBy(id, 'desc'), (last) => last.id, size)
}
