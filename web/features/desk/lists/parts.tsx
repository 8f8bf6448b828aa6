import type { ReactNode } from 'react'
import type { DamagedRows } from '#contract/damaged-rows.ts'
import { useFeatures } from '../../../kit/web-feature.ts'
import { WorkNav } from '../../../ui/layout/work-nav.tsx'
import { DamagedNote } from '../../../ui/note/damaged-note.tsx'
import { ProblemNote } from '../../../ui/note/problem-note.tsx'
import '../../../ui/ui.css'
import '../desk.css'

/** What is around every page of the desk: its name, and the way to the others. */
export function DeskPage({ at, title, children }: { at: string; title: string; children: ReactNode }) {
  const pages = useFeatures().flatMap(({ deskPages = [] }) => deskPages)
  const places = [['/desk', 'Overview'], ...pages.map(({ path, title }) => [path, title] as const)] as const
  return (
    <div className="work desk">
      <header className="work-head">
        <h1>{title}</h1>
        <WorkNav label="Desk" places={places} at={at} />
      </header>
      {children}
    </div>
  )
}

/** The end of a list: the rest of it on asking, and what of it cannot be shown. */
export function More({
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
      <button type="button" className="quiet-button" aria-disabled={isFetching} onClick={fetchMore}>
        {isFetching ? 'Loading …' : 'Show more'}
      </button>
    </div>
  )
}
