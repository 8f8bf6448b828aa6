import { site } from '#site'
import { isListedArticle, type PageSummary } from '../web/kit/page.ts'
import { articleListPath } from './front-matter.ts'

/**
 * Returns the last part of the path of a tag: "Crème brûlée" becomes creme-brulee, and C++ becomes c-plus-plus. Keeps
 * the letters of every script.
 */
export const toTagSlug = (tag: string): string =>
  tag
    .normalize('NFD')
    .replace(/[\u0300-\u036f'’]/g, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(/(?<=^[\p{L}\p{M}\p{N}]+)[+#]+$/u, (signs) => signs.replaceAll('+', '-plus').replaceAll('#', '-sharp'))
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')

/**
 * Makes the pages that list articles: one for all articles, and one for each tag. Returns an empty list when there are
 * no articles.
 */
export function createArticleListPages(pages: PageSummary[]): PageSummary[] {
  const articles = pages.filter(isListedArticle)
  const makeList = (listed: typeof articles, list: Omit<PageSummary, 'subject' | 'file'>): PageSummary => {
    const dates = listed.map(({ published, updated = published }) => updated)
    return { ...list, subject: 'about', file: '', published: dates.sort().at(-1) }
  }
  const { compare } = new Intl.Collator(site.language)
  const tags = [...new Set(articles.flatMap(({ tags = [] }) => tags))].sort(compare)
  if (articles.length === 0) return []
  return [
    makeList(articles, {
      path: articleListPath,
      title: 'All articles',
      description: `All articles of ${site.name}, the newest first.`,
      footer: true,
      list: {},
    }),
    ...tags.map((tag) =>
      makeList(
        articles.filter(({ tags }) => tags?.includes(tag)),
        {
          path: `${articleListPath}/${encodeURIComponent(toTagSlug(tag))}`,
          title: `Articles about ${tag}`,
          description: `The articles of ${site.name} about ${tag}, the newest first.`,
          list: { tag },
        },
      ),
    ),
  ]
}
