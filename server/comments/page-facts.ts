import type { CompiledQuery } from 'kysely'
import type { Database } from '../db/database.ts'

/** How many comments of a page everybody may read, and the version of its list. */
export interface PageFacts {
  count: number
  version: number
}

/**
 * Makes the look at a page that every request for its list begins with. It is always a look that began after the request
 * came, so nothing is ever out of date; those who ask while another one is under way share the next.
 */
export function pageFactsReader(db: Database): (page: string) => Promise<PageFacts> {
  const query = db.selectFrom('comment_pages').select(['count', 'version']).where('page', '=', '').compile()
  const looks = new Map<string, { now: Promise<PageFacts>; next?: Promise<PageFacts> }>()

  async function look(page: string): Promise<PageFacts> {
    const { rows } = await db.executeQuery({ ...query, parameters: [page] } as CompiledQuery<PageFacts>)
    return rows[0] ?? { count: 0, version: 0 }
  }
  function begin(page: string): Promise<PageFacts> {
    const now = look(page).finally(() => {
      if (!looks.get(page)?.next) looks.delete(page)
    })
    looks.set(page, { now })
    return now
  }
  return (page) => {
    const under = looks.get(page)
    if (!under) return begin(page)
    under.next ??= under.now.then(
      () => begin(page),
      () => begin(page),
    )
    return under.next
  }
}
