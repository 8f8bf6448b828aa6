import type { ReactNode } from 'react'
import type { DamagedRows } from '#contract/damaged-rows.ts'
import { DamagedNote } from '../../../ui/note/damaged-note.tsx'
import { ProblemNote } from '../../../ui/note/problem-note.tsx'
import { QuietButton } from '../../../ui/quiet-button.tsx'
import type { ListPage } from '../queries.ts'
import type { PagedList } from './use-paged-list.ts'

interface ListRowsProps<T extends ListPage> {
  list: PagedList<T>
  /** The text above the rows: their number, or that there are none. */
  summary: (data: T) => ReactNode
  /** The rows. */
  children: (data: T) => ReactNode
}

/** The rows of a list with its loading state, its problem and the button for more rows. */
export function ListRows<T extends ListPage>({ list, summary, children }: ListRowsProps<T>) {
  const { data, isFetching, problem, refetch, more } = list
  return (
    <>
      {problem && <ProblemNote words={problem} onRetry={refetch} />}
      <p className="soft desk-count" role="status">
        {data ? summary(data) : !problem && 'Loading …'}
      </p>
      {data && (
        <ul className="rows" aria-busy={isFetching || Boolean(problem)}>
          {children(data)}
        </ul>
      )}
      <ListEnd {...more} />
    </>
  )
}

/** The end of a list: a note about damaged rows, and a button that fetches more. */
export function ListEnd({
  hasMore,
  isFetching,
  problem,
  fetchMore,
  damaged,
}: {
  hasMore: boolean
  isFetching: boolean
  problem: string | undefined
  fetchMore: () => void
  damaged: DamagedRows
}) {
  const note = <DamagedNote rows={damaged} />
  if (!hasMore) return note
  return (
    <div className="stack desk-more">
      {note}
      {problem && <ProblemNote words={problem} />}
      <QuietButton busy={isFetching} onClick={fetchMore}>
        {isFetching ? 'Loading …' : 'Show more'}
      </QuietButton>
    </div>
  )
}
