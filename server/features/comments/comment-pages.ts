import { toPageKey } from '#contract/page-key.ts'
import type { SitePage } from '../../http/build-output.ts'
import { Refusal } from '../../http/failures.ts'

/** Finds the pages that can have comments. */
export interface CommentPages {
  /** Returns the page of a key, of a path, or of a former path (S2.40). @throws {Refusal} not_found */
  get: (pageUrl: string) => SitePage
  /** Returns title and path of a page, also of one that no longer exists. */
  describe: (key: string) => { title: string; path: string }
}

export function commentPages(pages: readonly SitePage[]): CommentPages {
  const now = new Map(pages.map((page) => [page.key, page]))
  const before = new Map(pages.flatMap((page) => page.aliases.map((path) => [toPageKey(path), page] as const)))
  return {
    get: (pageUrl) => {
      const key = toPageKey(pageUrl)
      const page = now.get(key) ?? before.get(key)
      if (!page) throw new Refusal('not_found')
      return page
    },
    describe: (key) => {
      const { title, path } = now.get(key) ?? before.get(key) ?? { title: key, path: `/${key}` }
      return { title, path }
    },
  }
}
