import { type ReactNode, useEffect, useRef } from 'react'
import { Icon } from '../../../ui/icon.tsx'
import { ProblemNote } from '../../../ui/note/problem-note.tsx'
import type { ListPage } from '../queries.ts'
import { More } from './parts.tsx'
import type { List } from './use-list.ts'
import { useReturn } from './use-return.ts'

interface SplitProps {
  /** What has been chosen: its id, or nothing. */
  chosen: string
  className?: string
  list: ReactNode
  /** What has been chosen, in full; without it, how to choose. */
  children: ReactNode
}

/** A list, and beside it what has been chosen from it; on a phone that takes its place. */
export function Split({ chosen, className = '', list, children }: SplitProps) {
  const box = useReturn(chosen)
  return (
    <div className={`split desk-split ${className}`} data-open={chosen !== '' || undefined}>
      <div className="desk-list" ref={box}>
        {list}
      </div>
      <div className="sticky-card desk-detail">{children}</div>
    </div>
  )
}

interface RowsProps<T extends ListPage> {
  list: List<T>
  /** Shown above the rows: how many there are, or that there are none. */
  summary: (data: T) => ReactNode
  /** The rows. */
  children: (data: T) => ReactNode
}

/** A list as rows: while it is fetched, when that has failed, and the button for more of it. */
export function Rows<T extends ListPage>({ list, summary, children }: RowsProps<T>) {
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
      <More {...more} />
    </>
  )
}

interface DetailProps {
  /** Why it is not there, or not as it is now. */
  problem?: string | undefined
  onRetry?: () => void
  onClose: () => void
  /** With a heading, `<h2 id="detail" tabIndex={-1}>`; nothing until it is here. */
  children: ReactNode
}

/** What has been chosen from a list. Its heading takes the focus; Escape goes back to the list. */
export function Detail({ problem, onRetry, onClose, children }: DetailProps) {
  const box = useRef<HTMLElement>(null)
  const here = Boolean(children)
  useEffect(() => {
    if (here) box.current?.querySelector<HTMLElement>('#detail')?.focus()
  }, [here])
  return (
    <section ref={box} className="card" aria-labelledby="detail" onKeyDown={({ key }) => key === 'Escape' && onClose()}>
      <button type="button" className="tall-link desk-back" onClick={onClose}>
        <Icon name="close" /> Back to the list
      </button>
      {problem && <ProblemNote words={problem} {...(onRetry && { onRetry })} />}
      {children || <h2 id="detail">{problem ? 'Not found' : 'Loading …'}</h2>}
    </section>
  )
}
