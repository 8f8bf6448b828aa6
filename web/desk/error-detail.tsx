import { useEffect, useState } from 'react'
import { deleteError, type ErrorState, getError, setErrorState } from '#contract/reports.ts'
import { api } from '../kit/call-api.ts'
import { onLive } from '../kit/live.ts'
import type { DeedRunner } from '../kit/work/use-deed.ts'
import { Confirm } from '../ui/confirm.tsx'
import { DamagedNote } from '../ui/damaged-note.tsx'
import { ErrorReport } from './error-report.tsx'
import { ErrorTags } from './error-tags.tsx'
import { Detail } from './split.tsx'
import { useAnswer } from './use-answer.ts'

interface ErrorDetailProps {
  id: string
  deed: DeedRunner
  onClose: () => void
  /** Told when it is not what the list says any more. */
  onChange: () => void
}

const done: Record<ErrorState, string> = {
  open: 'It is open again.',
  resolved: 'It is resolved. If it comes up again, it is open anew.',
  muted: 'It is muted: it is counted, and nobody is told of it.',
}

/** One error: its latest reports one by one, and what is to become of it. */
export function ErrorDetail({ id, deed, onClose, onChange }: ErrorDetailProps) {
  const { data, problem, reload, setData } = useAnswer(getError, { params: { id } })
  const [at, setAt] = useState(0)

  useEffect(() => onLive('errorsChanged', reload), [reload])

  const put = async (state: ErrorState) => {
    const error = await api(setErrorState, { params: { id }, body: { state } })
    setData((known) => ({ ...known, error }))
    onChange()
  }
  const change = (from: ErrorState, to: ErrorState) =>
    deed.run({ work: () => put(to), done: done[to], undo: { work: () => put(from), done: done[from] } })
  const remove = () =>
    deed.run({
      work: async () => {
        await api(deleteError, { params: { id } })
        onClose()
        onChange()
      },
      done: 'The error and its reports are deleted.',
    })

  const event = data?.events[at]
  return (
    <Detail problem={problem} onRetry={reload} onClose={onClose}>
      {data && (
        <>
          <h2 id="detail" tabIndex={-1}>
            {data.error.title}
          </h2>
          {data.error.place && <code className="error-place">{data.error.place}</code>}
          <ErrorTags error={data.error} />
          <DamagedNote rows={data.damaged} kind={['report', 'reports']} />
          <div className="buttons">
            {data.error.state === 'open' ? (
              <button
                type="button"
                className="quiet-button"
                data-kind="main"
                aria-disabled={deed.busy}
                onClick={() => change('open', 'resolved')}
              >
                Resolve
              </button>
            ) : (
              <button
                type="button"
                className="quiet-button"
                aria-disabled={deed.busy}
                onClick={() => change(data.error.state, 'open')}
              >
                Open again
              </button>
            )}
            {data.error.state !== 'muted' && (
              <button
                type="button"
                className="quiet-button"
                aria-disabled={deed.busy}
                onClick={() => change(data.error.state, 'muted')}
              >
                Mute
              </button>
            )}
            <Confirm
              label="Delete"
              question="The error and its reports are gone for good. If it comes up again, it is a new one."
              confirm="Delete it"
              busy={deed.busy}
              onConfirm={remove}
            />
          </div>
          {event ? (
            <>
              <nav className="spread error-reports" aria-label="Reports">
                <p role="status">
                  Report {at + 1} of the latest {data.events.length}
                </p>
                {data.events.length > 1 && (
                  <div className="buttons">
                    <button
                      type="button"
                      className="quiet-button"
                      aria-disabled={at === 0}
                      onClick={() => setAt(Math.max(at - 1, 0))}
                    >
                      Newer
                    </button>
                    <button
                      type="button"
                      className="quiet-button"
                      aria-disabled={at === data.events.length - 1}
                      onClick={() => setAt(Math.min(at + 1, data.events.length - 1))}
                    >
                      Older
                    </button>
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
    </Detail>
  )
}
