import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { ContentPage } from '#contract/authoring.ts'
import { formatCountWithNoun } from '#contract/format-count.ts'
import { toEditorPath } from '#contract/page-path.ts'
import { getErrorMessage } from '../../../../api/problem.ts'
import { RowErrorBoundary } from '../../../../kit/error-boundary.tsx'
import { DamagedRowsNote } from '../../../../ui/note/damaged-note.tsx'
import { ProblemNote } from '../../../../ui/note/problem-note.tsx'
import { QuietButton } from '../../../../ui/quiet-button.tsx'
import { StateText } from '../../../../ui/tag.tsx'
import { DeskPageFrame } from '../../lists/desk-page.tsx'
import { ListFilter } from '../../lists/list-filter.tsx'
import { RowLink } from '../../lists/list-rows.tsx'
import { type ListFilterLabels, useListUrl } from '../../lists/use-list-url.ts'
import { authoringQueries } from '../queries.ts'
import { NewPageDialog } from './new-page-dialog.tsx'

type State = ContentPage['state']

const stateTexts: Record<State, readonly [text: string, kind?: string]> = {
  draft: ['Draft', 'asks'],
  changed: ['Published, with a draft', 'asks'],
  scheduled: ['Scheduled', 'role'],
  published: ['Published', 'good'],
}

const filters: ListFilterLabels<State | 'all'> = {
  all: ['All', 'There is no page yet.'],
  draft: ['Drafts', 'No page is a draft.'],
  changed: ['With a draft', 'No published page has a draft.'],
  scheduled: ['Scheduled', 'No page is scheduled.'],
  published: ['Published', 'No page is published.'],
}

/** The desk page that lists all pages of the author. The query of the URL holds the filter. */
export function Screen() {
  const address = useListUrl(filters, 'all')
  const outcome = useOutcomeOfEditor()
  const { data, error, refetch } = useQuery(authoringQueries.pages())
  const [isNew, setNew] = useState(false)
  const problem = getErrorMessage(error)
  const pages = data?.pages.filter(({ state }) => address.filter === 'all' || state === address.filter) ?? []
  const countOf = (state: State) => data?.pages.filter((page) => page.state === state).length ?? 0
  const counts = { draft: countOf('draft'), changed: countOf('changed'), scheduled: countOf('scheduled') }
  return (
    <DeskPageFrame at="/desk/pages" title="Pages">
      {outcome && (
        <div className="desk-search">
          <p className="note" data-kind="good" role="status">
            {outcome}
          </p>
        </div>
      )}
      {data?.whyOff && <p className="note">{data.whyOff} Pages are written in the repository until then.</p>}
      {data && !data.whyOff && (
        <div className="desk-search">
          <QuietButton kind="main" onClick={() => setNew(true)}>
            New page
          </QuietButton>
        </div>
      )}
      <ListFilter {...address} counts={counts} />
      {problem && <ProblemNote text={problem} onRetry={() => void refetch()} />}
      <DamagedRowsNote rows={data?.damaged} />
      <p className="soft desk-count" role="status">
        {data
          ? pages.length === 0
            ? !data.whyOff && address.emptyMessage
            : formatCountWithNoun(pages.length, 'page', 'pages')
          : !problem && 'Loading …'}
      </p>
      <ul className="rows">
        {pages.map((page) => (
          <RowErrorBoundary key={page.file ?? page.draftId}>{() => <PageRow page={page} />}</RowErrorBoundary>
        ))}
      </ul>
      {isNew && <NewPageDialog onClose={() => setNew(false)} />}
    </DeskPageFrame>
  )
}

function PageRow({ page }: { page: ContentPage }) {
  const { title, path, group, state, published, readers, comments } = page
  const [text, kind] = stateTexts[state]
  const facts = [
    path,
    group,
    published.slice(0, 16).replace('T', ' '),
    readers > 0 && formatCountWithNoun(readers, 'reader in 30 days', 'readers in 30 days'),
    comments > 0 && formatCountWithNoun(comments, 'comment', 'comments'),
  ]
  return (
    <li>
      <RowLink to={toEditorPath(page)}>
        <b>{title}</b>
        <span className="soft">{facts.filter(Boolean).join(', ')}</span>
        <StateText kind={kind}>{text}</StateText>
      </RowLink>
    </li>
  )
}

/**
 * Returns the result of the editor's action that has led here. Removes it from the history, so that a reload does not
 * show it.
 */
function useOutcomeOfEditor(): string | undefined {
  const { state, pathname, search } = useLocation()
  const navigate = useNavigate()
  const [outcome] = useState<string | undefined>(state?.outcome)
  useEffect(() => {
    if (state) navigate({ pathname, search }, { replace: true })
  }, [state, pathname, search, navigate])
  return outcome
}
