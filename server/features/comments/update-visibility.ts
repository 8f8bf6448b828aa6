import { sql, type Transaction } from 'kysely'
import type { Queries } from '../../db/database.ts'
import { lockAccount, profiles } from '../../db/profiles.ts'
import type { Schema } from '../../db/schema.ts'

type Tx = Transaction<Schema>

/** Which comments have changed: one, several, those of an account, or those of a page. */
export type Which = { id: string } | { ids: readonly string[] } | { userId: string } | { page: string }

/**
 * Holds a page: until the end of the transaction nobody else changes its comments. Whoever holds an account as well holds
 * that one first.
 */
export async function lockPage(tx: Tx, page: string): Promise<void> {
  // Changes nothing, but holds the row; SQLite holds the whole database anyway.
  await tx
    .insertInto('comment_pages')
    .values({ page, count: 0, version: 0 })
    .onConflict((conflict) => conflict.column('page').doUpdateSet(({ ref }) => ({ count: ref('comment_pages.count') })))
    .execute()
}

/** Holds an account, so that it writes nothing meanwhile, and every page that it has comments on. */
export async function lockPagesOf(tx: Tx, userId: string): Promise<void> {
  await lockAccount(tx, userId)
  const rows = await tx.selectFrom('comments').select('page').distinct().where('user_id', '=', userId).execute()
  // In one order, whoever holds several: two would wait for each other.
  for (const page of rows.map(({ page }) => page).sort()) await lockPage(tx, page)
}

const readable = (db: Queries) =>
  sql<0 | 1>`case when state = 'visible' and not exists ${profiles(db)
    .where('id', '=', sql.ref<string>('comments.user_id'))
    .where('banned_at', 'is not', null)} then 1 else 0 end`

const listed = sql<0 | 1>`case when readable = 1 or (id = thread_id and exists (
  select 1 from comments as answers
  where answers.page = comments.page and answers.thread_id = comments.id and answers.id <> comments.id
    and answers.readable = 1
)) then 1 else 0 end`

/**
 * Derives anew, after a change, what follows from the state of comments and of their authors: who may read them, whether
 * their threads are listed, how many a page has, and its version. Nothing else writes these. The pages are held.
 * @returns the pages whose lists have changed
 */
export async function updateVisibility(tx: Tx, which: Which): Promise<string[]> {
  const before = await readableByPage(tx, which)
  const changed = () => tx.updateTable('comments').where(...conditionOf(which))
  await changed()
    .set({ readable: readable(tx) })
    .execute()
  await changed().set({ listed }).execute()
  const threads = tx
    .selectFrom('comments')
    .select('thread_id')
    .where(...conditionOf(which))
  await tx.updateTable('comments').set({ listed }).where('id', 'in', threads).execute()
  const after = await readableByPage(tx, which)

  const pages = [...new Set([...before.keys(), ...after.keys()])]
  for (const page of pages) await raise(tx, page, (after.get(page) ?? 0) - (before.get(page) ?? 0))
  return pages
}

/** How many comments of a page everybody may read, and the version of its list. */
export async function factsOfPage(db: Queries, page: string): Promise<{ count: number; version: number }> {
  const query = db.selectFrom('comment_pages').select(['count', 'version']).where('page', '=', page)
  return (await query.executeTakeFirst()) ?? { count: 0, version: 0 }
}

/** A version is also a time, so that a database that was put back never gives other lists the versions of lost ones. */
async function raise(tx: Tx, page: string, more: number): Promise<void> {
  const now = Date.now()
  await tx
    .updateTable('comment_pages')
    .set((eb) => ({
      count: eb('count', '+', more),
      version: eb
        .case()
        .when('version', '<', now)
        .then(now)
        .else(eb('version', '+', 1))
        .end(),
    }))
    .where('page', '=', page)
    .execute()
}

/** The pages on which some of these comments are readable, and how many of them are. */
async function readableByPage(tx: Tx, which: Which): Promise<Map<string, number>> {
  const rows = await tx
    .selectFrom('comments')
    .select(({ fn }) => ['page', fn.countAll<number>().as('count')])
    .where(...conditionOf(which))
    .where('readable', '=', 1)
    .groupBy('page')
    .execute()
  return new Map(rows.map(({ page, count }) => [page, count]))
}

/** Finds these comments by an index, as the arguments of a `where`. */
export function conditionOf(which: Which): ['id' | 'user_id' | 'page', 'in', readonly string[]] {
  if ('ids' in which) return ['id', 'in', which.ids]
  if ('id' in which) return ['id', 'in', [which.id]]
  return 'userId' in which ? ['user_id', 'in', [which.userId]] : ['page', 'in', [which.page]]
}
