import { useEffect } from 'react'
import { formatArticleDate } from '../kit/format-date.ts'
import { Link } from '../kit/link.tsx'
import { markNewArticles } from '../kit/new-articles.ts'
import type { IndexablePage, PageSummary } from '../kit/page.ts'

/** Renders a date of the front matter: “21 November 2026”. */
export const ArticleDate = ({ date }: { date: string }) => <time dateTime={date}>{formatArticleDate(date)}</time>

/**
 * A list of articles with their dates. A script marks the articles that are new to the reader. Space for the mark is
 * reserved from the start, so that nothing moves.
 */
export function ArticleItems({ articles }: { articles: IndexablePage[] }) {
  useEffect(markNewArticles, [])
  return (
    <ul className="article-items">
      {articles.map(({ path, title, heading = title, description, lead = description, subject, published }) => (
        <li key={path} data-subject={subject} data-published={published}>
          <p>
            <ArticleDate date={published} /> <span className="new-mark">New</span>
          </p>
          <Link to={path}>{heading}</Link>
          {lead && <p>{lead}</p>}
        </li>
      ))}
    </ul>
  )
}

/** Links to the article lists of tags. @param current the list that is shown */
export function TagLinks({ lists, current }: { lists: PageSummary[]; current?: PageSummary }) {
  if (lists.length === 0) return null
  return (
    <nav aria-label="Tags">
      <ul className="row tag-links">
        {lists.map((page) => (
          <li key={page.path}>
            <Link to={page.path} aria-current={page === current ? 'page' : undefined}>
              {page.list?.tag ?? page.title}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
