import { setImmediate as endOfTurn } from 'node:timers/promises'
import type { CompiledQuery } from 'kysely'
import type { Database } from '../../db/database.ts'

/** How many comments of a page everybody may read, and the version of its list. */
export interface PageFacts {
  count: number
  version: number
}

/** The tag of what is answered about a page's comments: weak, since every encoding has the same (RFC 9110 8.8.3). */
export const tagOf = (buildVersion: string, { version }: PageFacts): string => `W/"${buildVersion}-${version}"`

/** One look at a page: asked for, under way, or over. */
interface Look {
  hasBegun: boolean
  facts: Promise<PageFacts>
}

/**
 * Makes the look at a page that every request for its list begins with. It is always a look that began after the request
 * came, so nothing is ever out of date. It begins when all requests that have come by now have been read, and after the
 * one that is under way, so that under load many share one.
 */
export function pageFactsReader(db: Database): (page: string) => Promise<PageFacts> {
  const query = db.selectFrom('comment_pages').select(['count', 'version']).where('page', '=', '').compile()
  const latest = new Map<string, Look>()

  function askFor(page: string, before: Promise<unknown> | undefined): Look {
    const look: Look = { hasBegun: false, facts: begin() }
    async function begin(): Promise<PageFacts> {
      await before
      await endOfTurn()
      look.hasBegun = true
      try {
        const { rows } = await db.executeQuery({ ...query, parameters: [page] } as CompiledQuery<PageFacts>)
        return rows[0] ?? { count: 0, version: 0 }
      } finally {
        if (latest.get(page) === look) latest.delete(page)
      }
    }
    return look
  }
  return (page) => {
    const last = latest.get(page)
    if (last && !last.hasBegun) return last.facts
    const look = askFor(
      page,
      last?.facts.catch(() => {}),
    )
    latest.set(page, look)
    return look.facts
  }
}
