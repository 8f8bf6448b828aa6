import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { PageCommit } from '#contract/authoring.ts'
import { unifyLineBreaks } from '#contract/line-breaks.ts'
import { RelativeTime } from '../../../../kit/relative-time.tsx'
import { Dialog } from '../../../../ui/dialog/dialog.tsx'
import { closeDialog } from '../../../../ui/dialog/modal.tsx'
import { QueryContent } from '../../../../ui/note/query-content.tsx'
import { QuietButton } from '../../../../ui/quiet-button.tsx'
import { authoringQueries } from '../queries.ts'
import { listDifferences } from './list-differences.ts'
import './page-history.css'

interface PageHistoryProps {
  file: string
  /** The current text in the editor. */
  source: string
  isReadOnly: boolean
  /** Called with the text of the version that the author restores. */
  onUse: (source: string) => void
}

/**
 * Lists the versions of a page in git. The author can compare each version with the text in the editor, and restore the
 * version.
 */
export function PageHistory(props: PageHistoryProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details className="card desk-fold page-settings" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Versions</summary>
      {isOpen && <Versions {...props} />}
    </details>
  )
}

function Versions(props: PageHistoryProps) {
  const query = useQuery(authoringQueries.versions(props.file))
  const [shown, setShown] = useState<PageCommit | null>(null)
  return (
    <>
      <QueryContent query={query} loading={<p className="soft">Loading the versions …</p>}>
        {({ versions }) => <VersionList versions={versions} onShow={setShown} />}
      </QueryContent>
      {shown && <VersionDialog version={shown} {...props} onClose={() => setShown(null)} />}
    </>
  )
}

interface VersionListProps {
  /** Null when the pages are not in a git repository. */
  versions: PageCommit[] | null
  onShow: (version: PageCommit) => void
}

function VersionList({ versions, onShow }: VersionListProps) {
  if (versions === null)
    return (
      <p>
        The pages are in no git repository, so there are no versions. <code>git init</code> in the folder of the site
        begins one.
      </p>
    )
  if (versions.length === 0) return <p>No version of this page is committed yet.</p>
  return (
    <ul className="list">
      {versions.map((version) => (
        <li key={version.commit}>
          <span>
            <RelativeTime at={version.at} />, <bdi>{version.author}</bdi>: <bdi>{version.message}</bdi>
          </span>
          <QuietButton about={version.message} onClick={() => onShow(version)}>
            Show
          </QuietButton>
        </li>
      ))}
    </ul>
  )
}

interface VersionDialogProps extends PageHistoryProps {
  version: PageCommit
  onClose: () => void
}

function VersionDialog({ file, version, source, isReadOnly, onUse, onClose }: VersionDialogProps) {
  const query = useQuery({
    ...authoringQueries.version(file, version.commit),
    select: ({ source }) => ({ source: unifyLineBreaks(source) }),
  })
  return (
    <Dialog title={version.message} onClose={onClose}>
      <p>
        <RelativeTime at={version.at} />, <bdi>{version.author}</bdi>
      </p>
      <QueryContent query={query} loading={<p className="soft">Loading the version …</p>}>
        {(old) => (
          <>
            <Differences before={source} after={old.source} />
            {!isReadOnly && old.source !== source && (
              <QuietButton
                kind="main"
                onClick={({ currentTarget }) => {
                  closeDialog(currentTarget)
                  onUse(old.source)
                }}
              >
                Bring this version back
              </QuietButton>
            )}
          </>
        )}
      </QueryContent>
    </Dialog>
  )
}

/** Shows how the text in the editor would change when a version is restored. */
function Differences({ before, after }: { before: string; after: string }) {
  const lines = listDifferences(before, after)
  if (lines.length === 0) return <p>This is the text in the editor.</p>
  return (
    <>
      <p className="soft">Bringing it back adds the lines with + and removes those with −.</p>
      <div className="differences">
        {lines.map(({ kind, text }, at) => (
          <p key={at} data-kind={kind}>
            {kind === 'added' ? <ins>{text}</ins> : kind === 'removed' ? <del>{text}</del> : text}
          </p>
        ))}
      </div>
    </>
  )
}
