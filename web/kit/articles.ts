import { type IndexablePage, isListedArticle, type PageSummary } from './page.ts'

/** Returns the articles of a site, the newest first. Articles of the same day are in the order of the menu. */
export const listArticlesByDate = (pages: PageSummary[]): IndexablePage[] =>
  pages.filter(isListedArticle).sort((a, b) => Date.parse(b.published) - Date.parse(a.published))

/**
 * Returns the articles of a page's series, sorted by `order` if every one of them has an `order`, otherwise by date.
 * Returns none for a page without a series.
 */
export function listSeriesParts(page: PageSummary, pages: PageSummary[]): IndexablePage[] {
  const parts = pages.filter(isListedArticle).filter(({ series }) => series !== undefined && series === page.series)
  if (parts.every(({ order }) => order !== undefined)) return parts.sort((a, b) => (a.order ?? 0) - (b.order ?? 0))
  return parts.sort((a, b) => Date.parse(a.published) - Date.parse(b.published))
}
