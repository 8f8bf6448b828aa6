import { setImmediate as endOfTurn } from 'node:timers/promises'
import type { CompiledQuery } from 'kysely'
import type { Database } from '../../db/database.ts'

/** The number of readable comments of a page, and the version of its list of comments. */
export interface CommentPageFacts {
  count: number
  version: number
}

/** Returns a weak entity tag, because all encodings of a list have the same tag (RFC 9110 8.8.3). */
export const createEntityTag = (buildVersion: string, { version }: CommentPageFacts): string =>
  `W/"${buildVersion}-${version}"`

/** A read of the facts of a page from the database: waiting, running or done. */
interface FactsRead {
  hasBegun: boolean
  facts: Promise<CommentPageFacts>
}

/**
 * Creates the function that reads the facts of a page for each request of its comments. Every request gets the result
 * of a read that began after the request, so no result is outdated. A read begins when all requests that have arrived
 * are parsed and the previous read has ended. So, under load, many requests share one read.
 */
export function createPageFactsReader(db: Database): (page: string) => Promise<CommentPageFacts> {
  const query = db.selectFrom('comment_pages').select(['count', 'version']).where('page', '=', '').compile()
  const latest = new Map<string, FactsRead>()

  function startRead(page: string, before: Promise<unknown> | undefined): FactsRead {
    const read: FactsRead = { hasBegun: false, facts: begin() }
    async function begin(): Promise<CommentPageFacts> {
      await before
      await endOfTurn()
      read.hasBegun = true
      try {
        const { rows } = await db.executeQuery({ ...query, parameters: [page] } as CompiledQuery<CommentPageFacts>)
        return rows[0] ?? { count: 0, version: 0 }
      } finally {
        if (latest.get(page) === read) latest.delete(page)
      }
    }
    return read
  }
  return (page) => {
    const last = latest.get(page)
    if (last && !last.hasBegun) return last.facts
    const read = startRead(
      page,
      last?.facts.catch(() => {}),
    )
    latest.set(page, read)
    return read.facts
  }
}
