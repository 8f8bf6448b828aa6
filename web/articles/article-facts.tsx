import { site } from '#site'
import { listSeriesParts } from '../kit/articles.ts'
import type { PageSummary } from '../kit/page.ts'
import { ArticleDate } from '../ui/article-items.tsx'
import { Avatar } from '../ui/person/avatar.tsx'

interface ArticleFactsProps {
  page: PageSummary
  /** All pages of the site. */
  pages: PageSummary[]
}

/** The line above the title of an article: its group, and which part of a series it is. */
export function ArticleGroupLine({ page, pages }: ArticleFactsProps) {
  const parts = listSeriesParts(page, pages)
  const place = parts.findIndex(({ path }) => path === page.path)
  const facts = [
    page.group !== page.title && page.group,
    place >= 0 && parts.length > 1 && `Part ${place + 1} of ${parts.length}: ${page.series}`,
  ].filter(Boolean)
  return facts.length > 0 && <p className="article-group">{facts.join(' · ')}</p>
}

/** The author of an article, its dates and its reading time in minutes. */
export function ArticleByline({ page, minutes }: { page: PageSummary; minutes: number }) {
  const { published, updated } = page
  return (
    <p className="bar article-byline">
      <Avatar name={site.author} />
      <span>
        {site.author}
        {published && (
          <>
            {' · '}
            <ArticleDate date={published} />
          </>
        )}
        {updated && (
          <>
            {' · Updated '}
            <ArticleDate date={updated} />
          </>
        )}
        {` · ${minutes}\u00a0min read`}
      </span>
    </p>
  )
}
