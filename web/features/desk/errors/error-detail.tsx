import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { deleteError, type ErrorGroup, type ErrorState, setErrorState } from '#contract/reports.ts'
import { api } from '../../../api/call-api.ts'
import type { ActionRunner } from '../../../api/use-action.ts'
import { Confirm } from '../../../ui/dialog/confirm.tsx'
import { DamagedNote } from '../../../ui/note/damaged-note.tsx'
import { QuietButton } from '../../../ui/quiet-button.tsx'
import { Tags } from '../../../ui/tag.tsx'
import { DetailPanel } from '../lists/split-view.tsx'
import { deskQueries, toDeskKey } from '../queries.ts'
import { ErrorReport } from './error-report.tsx'

const done: Record<ErrorState, string> = {
  open: 'It is open again.',
  resolved: 'It is resolved. If it happens again, it will be reopened.',
  muted: 'It is muted: it is counted, and nobody is told of it.',
}

/** One error with its latest reports, and buttons to resolve, mute or delete it. */
export function ErrorDetail({ id, action, onClose }: { id: string; action: ActionRunner; onClose: () => void }) {
  const client = useQueryClient()
  const options = deskQueries.error(id)
  const query = useQuery(options)
  const { data } = query
  const [at, setAt] = useState(0)

  const put = async (state: ErrorState) => {
    const error = await api(setErrorState, { params: { id }, body: { state } })
    client.setQueryData(options.queryKey, (detail) => detail && { ...detail, error })
    await client.invalidateQueries({ queryKey: toDeskKey('errors', 'list') })
  }
  const change = (from: ErrorState, to: ErrorState) =>
    action.perform({ run: () => put(to), done: done[to], undo: { run: () => put(from), done: done[from] } })
  const remove = () =>
    action.perform({
      run: async () => {
        await api(deleteError, { params: { id } })
        onClose()
        await client.invalidateQueries({ queryKey: toDeskKey('errors', 'list') })
      },
      done: 'The error and its reports are deleted.',
    })

  const event = data?.events[at]
  return (
    <DetailPanel query={query} title={data?.error.title} onClose={onClose}>
      {data && (
        <>
          {data.error.place && <code className="error-place">{data.error.place}</code>}
          <ErrorTags error={data.error} />
          <DamagedNote rows={data.damaged} kind={['report', 'reports']} />
          <div className="buttons">
            {data.error.state === 'open' ? (
              <QuietButton kind="main" busy={action.busy} onClick={() => change('open', 'resolved')}>
                Resolve
              </QuietButton>
            ) : (
              <QuietButton busy={action.busy} onClick={() => change(data.error.state, 'open')}>
                Open again
              </QuietButton>
            )}
            {data.error.state !== 'muted' && (
              <QuietButton busy={action.busy} onClick={() => change(data.error.state, 'muted')}>
                Mute
              </QuietButton>
            )}
            <Confirm
              label="Delete"
              question="The error and its reports are gone for good. If it comes up again, it is a new one."
              confirm="Delete it"
              busy={action.busy}
              onConfirm={remove}
            />
          </div>
          {event ? (
            <>
              <nav className="spread" aria-label="Reports">
                <p role="status">
                  Report {at + 1} of the latest {data.events.length}
                </p>
                {data.events.length > 1 && (
                  <div className="buttons">
                    <QuietButton aria-disabled={at === 0} onClick={() => setAt(Math.max(at - 1, 0))}>
                      Newer
                    </QuietButton>
                    <QuietButton
                      aria-disabled={at === data.events.length - 1}
                      onClick={() => setAt(Math.min(at + 1, data.events.length - 1))}
                    >
                      Older
                    </QuietButton>
                  </div>
                )}
              </nav>
              <ErrorReport key={event.id} event={event} error={data.error} />
            </>
          ) : (
            <p className="soft">Its reports have been forgotten.</p>
          )}
        </>
      )}
    </DetailPanel>
  )
}

export const ErrorTags = ({ error: { side, state } }: { error: ErrorGroup }) => (
  <Tags
    tags={[
      [side === 'browser' ? 'Browser' : 'Server', 'role'],
      state !== 'open' && [state === 'muted' ? 'Muted' : 'Resolved'],
    ]}
  />
)
