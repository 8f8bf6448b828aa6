import type { ReactNode } from 'react'
import { formatArticleDate } from '../kit/format-date.ts'

interface QuoteProps {
  /** The author of the quoted text. */
  by: string
  /** The URL of the quoted post or page. */
  from?: string
  /** The ISO date of the quoted text, such as 2026-11-21. */
  date?: string
  children?: ReactNode
}

/** A quotation of a post or a passage by somebody else. The text is part of the page, so no other site is contacted. */
export function Quote({ by, from, date, children }: QuoteProps) {
  const time = date && <time dateTime={date}>{formatArticleDate(date)}</time>
  return (
    <figure className="quotation">
      <blockquote cite={from}>{children}</blockquote>
      <figcaption>
        {by}
        {(time || from) && ', '}
        {from ? (
          <a href={from} rel="noopener">
            {time || new URL(from).host}
          </a>
        ) : (
          time
        )}
      </figcaption>
    </figure>
  )
}
