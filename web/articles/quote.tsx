import type { ReactNode } from 'react'

interface QuoteProps {
  /** The author. */
  by: string
  /** The address of the post or the page. */
  from?: string
  /** The ISO date, such as 2026-11-21. */
  date?: string
  children?: ReactNode
}

const day = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', day: 'numeric', month: 'long', year: 'numeric' })

/** A post or a passage of somebody else. Its words are in the page, so the page asks no other site for them. */
export function Quote({ by, from, date, children }: QuoteProps) {
  const time = date && <time dateTime={date}>{day.format(new Date(date))}</time>
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
