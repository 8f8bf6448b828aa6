import { toPageKey } from '#contract/page-key.ts'
import type { SitePage } from '../../http/build-output.ts'
import { Refusal } from '../../http/failures.ts'

/** The pages that can have comments. */
export interface CommentPages {
  /** The page of a key, of a path, or of one that it had before (S2.40). @throws {Refusal} not_found */
  get: (pageUrl: string) => SitePage
  /** What a page is called and where it is, also one that the site has no more. */
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
