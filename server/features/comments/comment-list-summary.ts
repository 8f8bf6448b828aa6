import { setImmediate as endOfTurn } from 'node:timers/promises'
import type { CompiledQuery } from 'kysely'
import type { Database } from '../../db/database.ts'

/** The number of readable comments of a page, and the version of its list of comments. */
export interface CommentListSummary {
  count: number
  version: number
}

/** Returns a weak entity tag, because all encodings of a list have the same tag (RFC 9110 8.8.3). */
export const createEntityTag = (buildVersion: string, { version }: CommentListSummary): string =>
  `W/"${buildVersion}-${version}"`

/** A read of the summary of a page's list from the database: waiting, running or done. */
interface SummaryRead {
  hasBegun: boolean
  summary: Promise<CommentListSummary>
}

/**
 * Creates the function that reads the summary of a page's list for each request of its comments. Every request gets the
 * result of a read that began after the request, so no result is outdated. A read begins when all requests that have
 * arrived are parsed and the previous read has ended. So, under load, many requests share one read.
 */
export function createCommentListSummaryReader(db: Database): (page: string) => Promise<CommentListSummary> {
  const query = db.selectFrom('comment_pages').select(['count', 'version']).where('page', '=', '').compile()
  const latest = new Map<string, SummaryRead>()

  function startRead(page: string, before: Promise<unknown> | undefined): SummaryRead {
    const read: SummaryRead = { hasBegun: false, summary: begin() }
    async function begin(): Promise<CommentListSummary> {
      await before
      await endOfTurn()
      read.hasBegun = true
      try {
        const { rows } = await db.executeQuery({ ...query, parameters: [page] } as CompiledQuery<CommentListSummary>)
        return rows[0] ?? { count: 0, version: 0 }
      } finally {
        if (latest.get(page) === read) latest.delete(page)
      }
    }
    return read
  }
  return (page) => {
    const last = latest.get(page)
    if (last && !last.hasBegun) return last.summary
    const read = startRead(
      page,
      last?.summary.catch(() => {}),
    )
    latest.set(page, read)
    return read.summary
  }
}
