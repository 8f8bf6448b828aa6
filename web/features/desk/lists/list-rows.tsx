import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { formatCountWithNoun } from '#contract/format-count.ts'
import { getErrorMessage } from '../../../api/problem.ts'
import { RowErrorBoundary } from '../../../kit/error-boundary.tsx'
import { Link } from '../../../kit/link.tsx'
import { RelativeTime } from '../../../kit/relative-time.tsx'
import { DamagedRowsNote } from '../../../ui/note/damaged-note.tsx'
import { ProblemNote } from '../../../ui/note/problem-note.tsx'
import { QuietButton } from '../../../ui/quiet-button.tsx'
import type { ListPage } from '../queries.ts'
import { getRowId, type PagedList } from './use-paged-list.ts'

interface ListRowsProps<P extends ListPage> {
  list: PagedList<P>
  /** Renders the text above the rows: the number of rows, or a sentence when there are none. */
  summary: (page: P) => ReactNode
  /** Renders a row as `<li>`. */
  children: (row: P['rows'][number]) => ReactNode
}

/** The rows of a list with its loading state, its problem and the button for more rows. */
export function ListRows<P extends ListPage>({ list, summary, children }: ListRowsProps<P>) {
  const { data, isStale, error, refetch, more } = list
  return (
    <>
      {error && <ProblemNote text={getErrorMessage(error) ?? ''} onRetry={refetch} />}
      <p className="soft desk-count" role="status">
        {data ? summary(data) : !error && 'Loading …'}
      </p>
      {data && (
        <ul className="rows" aria-busy={isStale}>
          {data.rows.map((row) => (
            <RowErrorBoundary key={getRowId(row)}>{() => children(row)}</RowErrorBoundary>
          ))}
        </ul>
      )}
      <ListEnd {...more} />
    </>
  )
}

/** Formats the number of rows, such as “3 errors”, or “The latest 50 errors” when more can be fetched. */
export const formatRowCount = ({ rows, next }: ListPage, singular: string, plural: string): string =>
  next ? `The latest ${rows.length} ${plural}` : formatCountWithNoun(rows.length, singular, plural)

interface RowLinkProps {
  /** A path of the site, or the fragment that opens the row on this page. */
  to: string
  picture?: ReactNode
  /** The time to show at the end of the row, in milliseconds since 1970. */
  at?: number | null
  children: ReactNode
}

/** The link that covers a whole row. */
export function RowLink({ to, picture, at, children }: RowLinkProps) {
  const { hash } = useLocation()
  const content = (
    <>
      {picture}
      <span className="row-words">{children}</span>
      {at && (
        <span className="soft row-time">
          <RelativeTime at={at} />
        </span>
      )}
    </>
  )
  if (!to.startsWith('#')) return <Link to={to}>{content}</Link>
  return (
    <a href={to} aria-current={to === hash || undefined}>
      {content}
    </a>
  )
}

/** The end of a list: a note about damaged rows, and a button that fetches more. */
export function ListEnd({ hasMore, isFetching, problem, fetchMore, damaged }: PagedList<ListPage>['more']) {
  const note = <DamagedRowsNote rows={damaged} />
  if (!hasMore) return note
  return (
    <div className="stack desk-more">
      {note}
      {problem && <ProblemNote text={problem} />}
      <QuietButton busy={isFetching} onClick={fetchMore}>
        {isFetching ? 'Loading …' : 'Show more'}
      </QuietButton>
    </div>
  )
}
