import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import {
  deleteError,
  type ErrorGroup,
  type ErrorState,
  type StoredErrorEvent,
  setErrorState,
} from '#contract/reports.ts'
import { callForJson } from '../../../api/call-api.ts'
import type { UseActionReturn } from '../../../api/use-action.ts'
import { Link } from '../../../kit/link.tsx'
import { RelativeTime } from '../../../kit/relative-time.tsx'
import { ConfirmButton } from '../../../ui/dialog/confirm.tsx'
import { FactList } from '../../../ui/fact-list.tsx'
import { useOwnerProofDialog } from '../../../ui/form/use-owner-proof-dialog.tsx'
import { DamagedRowsNote } from '../../../ui/note/damaged-note.tsx'
import { QuietButton } from '../../../ui/quiet-button.tsx'
import { Tags } from '../../../ui/tag.tsx'
import { DetailPanel } from '../lists/split-view.tsx'
import { deskQueries, toDeskQueryKey } from '../queries.ts'
import { StackTrace } from './stack-trace.tsx'

const done: Record<ErrorState, string> = {
  open: 'It is open again.',
  resolved: 'It is resolved. If it happens again, it will be reopened.',
  muted: 'It is muted: it is counted, and nobody is told of it.',
}

/** One error with its latest reports, and buttons to resolve, mute or delete it. */
export function ErrorDetail({ id, action, onClose }: { id: string; action: UseActionReturn; onClose: () => void }) {
  const client = useQueryClient()
  const options = deskQueries.error(id)
  const query = useQuery(options)
  const { withProof, dialog } = useOwnerProofDialog('A deleted error cannot be brought back.')
  const { data } = query
  const [at, setAt] = useState(0)

  const put = async (state: ErrorState) => {
    const error = await callForJson(setErrorState, { params: { id }, body: { state } })
    client.setQueryData(options.queryKey, (detail) => detail && { ...detail, error })
    await client.invalidateQueries({ queryKey: toDeskQueryKey('errors', 'list') })
  }
  const change = (from: ErrorState, to: ErrorState) =>
    action.perform({ run: () => put(to), done: done[to], undo: { run: () => put(from), done: done[from] } })
  const remove = () =>
    action.perform({
      run: async () => {
        await withProof(() => callForJson(deleteError, { params: { id } }))
        onClose()
        await client.invalidateQueries({ queryKey: toDeskQueryKey('errors', 'list') })
      },
      done: 'The error and its reports are deleted.',
    })

  const event = data?.events[at]
  return (
    <DetailPanel query={query} title={data?.error.title} onClose={onClose}>
      {data && (
        <>
          {data.error.place && <code className="error-place">{data.error.place}</code>}
          <ErrorSideAndState error={data.error} />
          <DamagedRowsNote rows={data.damaged} kind={['report', 'reports']} />
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
            <ConfirmButton
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
          {dialog}
        </>
      )}
    </DetailPanel>
  )
}

export const ErrorSideAndState = ({ error: { side, state } }: { error: ErrorGroup }) => (
  <Tags
    tags={[
      [side === 'browser' ? 'Browser' : 'Server', 'role'],
      state !== 'open' && [state === 'muted' ? 'Muted' : 'Resolved'],
    ]}
  />
)

/** One report of an error: exceptions with stack traces, user, page, client and breadcrumbs. */
function ErrorReport({ event, error }: { event: StoredErrorEvent; error: ErrorGroup }) {
  return (
    <>
      <FactList
        facts={[
          ['When', <RelativeTime key="when" at={event.at} />],
          ['Where', event.url || 'Not known'],
          [
            'Who',
            event.user ? (
              <>
                <Link to={`/desk/people#${event.user.id}`}>
                  <bdi>{event.user.name}</bdi>
                </Link>{' '}
                <span className="soft">{event.user.email}</span>
              </>
            ) : (
              'Nobody who was logged in'
            ),
          ],
          event.requestId !== '' && ['Request', <code key="request">{event.requestId}</code>],
          event.client !== '' && ['With', event.client],
          ['Release', <code key="release">{event.release || 'not known'}</code>],
          [
            'Seen',
            <>
              {error.count === 1 ? 'once' : `${error.count.toLocaleString('en')} times`}, first{' '}
              <RelativeTime at={error.firstSeenAt} /> in <code>{error.firstRelease || 'an unknown release'}</code>, last{' '}
              <RelativeTime at={error.lastSeenAt} />
            </>,
          ],
        ]}
      />
      {event.exceptions.map((exception, place) => (
        <section key={place} className="card-part" aria-label={place === 0 ? 'What was thrown' : 'What caused it'}>
          <h3>
            {place > 0 && <span className="soft">Caused by </span>}
            {exception.type}
            {exception.message && `: ${exception.message}`}
          </h3>
          <StackTrace frames={exception.frames} />
        </section>
      ))}
      {event.breadcrumbs.length > 0 && (
        <section className="card-part" aria-labelledby="before">
          <h3 id="before">What happened before</h3>
          <ol className="stack error-breadcrumbs" data-gap="small">
            {event.breadcrumbs.map(({ at, category, message }, place) => (
              <li key={place}>
                <span className="soft">{at === null ? '' : `${secondsBefore(event.at, at)} s`}</span>
                <b>{category}</b>
                <span>{message}</span>
              </li>
            ))}
          </ol>
        </section>
      )}
    </>
  )
}

/** Returns the seconds between a breadcrumb and the error, such as “−1.5”. */
const secondsBefore = (error: number, breadcrumb: number) => `−${(Math.max(error - breadcrumb, 0) / 1000).toFixed(1)}`
