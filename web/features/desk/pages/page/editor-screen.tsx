import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { toEditorPath } from '#contract/page-path.ts'
import { Link } from '../../../../kit/link.tsx'
import { QueryContent } from '../../../../ui/note/query-content.tsx'
import { authoringQueries } from '../queries.ts'
import { readFrontMatter } from '../source/front-matter.ts'
import { type LoadedPage, PageEditor } from './page-editor.tsx'
import '../../../../ui/ui.css'
import '../../desk.css'
import './page-editor.css'

/**
 * The screen on which an author writes a page. The query of the URL names the file of the page, or the draft of a new
 * page.
 */
export function Screen() {
  const { search } = useLocation()
  const params = new URLSearchParams(search)
  const file = params.get('file')
  // The message is kept here, because publishing a new page changes the URL and remounts the screens below.
  const [outcome, setOutcome] = useState('')
  const shared = { outcome, onOutcome: setOutcome }
  return (
    <div className="work page-work">
      <Link className="tall-link desk-back" to="/desk/pages">
        All pages
      </Link>
      {file === null ? (
        <NewPage key={search} id={params.get('draft') ?? ''} {...shared} />
      ) : (
        <FilePage key={search} file={file} {...shared} />
      )}
    </div>
  )
}

interface OutcomeProps {
  /** The result of the most recent action, such as publishing, as a sentence. */
  outcome: string
  onOutcome: (outcome: string) => void
}

function FilePage({ file, ...shared }: { file: string } & OutcomeProps) {
  const query = useQuery({ ...authoringQueries.source(file), ...once })
  const { data } = query
  const page = data && {
    ...{ file, saved: data.draft?.source ?? data.source, draft: data.draft, problems: data.problems },
    isHidden: readFrontMatter(data.source).values.draft === true,
  }
  return <OpenPage page={page} query={query} queryKey={authoringQueries.source(file).queryKey} {...shared} />
}

function NewPage({ id, ...shared }: { id: string } & OutcomeProps) {
  const query = useQuery({ ...authoringQueries.draft(id), ...once })
  const { data } = query
  const page = data && { file: data.file, saved: data.source, draft: data, isHidden: false, problems: [] }
  return <OpenPage page={page} query={query} queryKey={authoringQueries.draft(id).queryKey} {...shared} />
}

/** Options of a query that fetches only once, because the editor has the newest text after the first fetch. */
const once = { staleTime: Number.POSITIVE_INFINITY }

interface OpenPageProps extends OutcomeProps {
  page: LoadedPage | undefined
  query: Omit<Parameters<typeof QueryContent>[0]['query'], 'data'>
  queryKey: readonly unknown[]
}

function OpenPage({ page, query, queryKey, outcome, onOutcome }: OpenPageProps) {
  const client = useQueryClient()
  const navigate = useNavigate()
  /** Increases when the page is loaded again, which remounts the editor. */
  const [round, setRound] = useState(0)

  /** Loads a page again from the server, and shows a message. */
  const openAgain = async (file: string | null, message: string) => {
    onOutcome(message)
    await client.invalidateQueries({ queryKey: ['desk', 'pages', 'list'] })
    if (file !== null && page?.file === null) return navigate(toEditorPath({ file, draftId: null }), { replace: true })
    await client.refetchQueries({ queryKey })
    setRound((before) => before + 1)
  }
  return (
    <QueryContent query={{ ...query, data: page }} loading={<p className="soft">Loading the page …</p>}>
      {(loaded) => <PageEditor key={round} {...loaded} outcome={outcome} onOpenAgain={openAgain} />}
    </QueryContent>
  )
}
