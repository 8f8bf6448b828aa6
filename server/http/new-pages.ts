import { NEW_PAGE_AGE_MAX_MS } from '#contract/limits.ts'
import { toPageKey } from '#contract/page-key.ts'
import type { NewPage } from '#contract/version.ts'
import type { SitePage } from './build-output.ts'

/**
 * Returns whether a page is a public article whose date is reached, so that readers can find it.
 * @param now in milliseconds since 1970
 */
export const isPublishedArticle = ({ isArticle, private: isPrivate, published }: SitePage, now: number): boolean =>
  isArticle && !isPrivate && published !== null && Date.parse(published) <= now

/** Returns whether a page that readers can find is recent enough to be announced as new. */
export const isRecentlyPublished = ({ published }: SitePage, now: number): boolean =>
  now - Date.parse(published ?? '') < NEW_PAGE_AGE_MAX_MS

/** Returns a recently published page that the former build did not have under any path; undefined for none. */
export function findPageToAnnounce(former: readonly SitePage[], present: readonly SitePage[]): NewPage | undefined {
  const now = Date.now()
  const known = new Set(former.map(({ key }) => key))
  const added = present.find(
    (page) =>
      isPublishedArticle(page, now) &&
      isRecentlyPublished(page, now) &&
      ![page.key, ...page.aliases.map(toPageKey)].some((key) => known.has(key)),
  )
  return added && { title: added.title, path: added.path }
}
