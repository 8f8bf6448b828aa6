import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { type AccountSession, endOtherSessions, endSession } from '#contract/my-account.ts'
import { callForJson } from '../../../api/call-api.ts'
import { catchNotFoundAsNull } from '../../../api/problem.ts'
import { useAction } from '../../../api/use-action.ts'
import { RelativeTime } from '../../../kit/relative-time.tsx'
import { DamagedRowsNote } from '../../../ui/note/damaged-note.tsx'
import { QueryContent } from '../../../ui/note/query-content.tsx'
import { QuietButton } from '../../../ui/quiet-button.tsx'
import { ActionStatus } from './action-status.tsx'
import { accountQueries } from './queries.ts'
import { SectionFrame } from './section-frame.tsx'

const began: Record<AccountSession['method'], string> = {
  password: 'with your password',
  passkey: 'with a passkey',
  link: 'by a link in a mail',
  guest: 'as a guest',
  google: 'with Google',
  microsoft: 'with Microsoft',
}

export function SessionsSection() {
  const query = useQuery(accountQueries.sessions())
  const { busy, message, perform } = useAction()
  const list = useRef<HTMLUListElement>(null)

  const endSessions = (call: () => Promise<unknown>, success: string) =>
    perform({
      run: async () => {
        // A 404 means that the session has already ended.
        await call().catch(catchNotFoundAsNull)
        await query.refetch()
        // The pressed button was removed together with the row of its session.
        list.current?.focus()
        return success
      },
    })

  return (
    <SectionFrame title="Sessions" description="Every browser where you are logged in. End those that you do not know.">
      <QueryContent query={query} loading={<p role="status">Loading your sessions …</p>}>
        {({ sessions, damaged }) => (
          <>
            <DamagedRowsNote rows={damaged} kind={['session', 'sessions']} />
            <ul className="list account-sessions" ref={list} tabIndex={-1} aria-label="Your sessions">
              {sessions
                .toSorted((a, b) => Number(b.current) - Number(a.current))
                .map(({ id, current, device, method, address, createdAt, lastUsedAt }) => (
                  <li key={id}>
                    <div>
                      <p>
                        <strong>{device}</strong>{' '}
                        {current && (
                          <span className="tag account-mark" data-kind="good">
                            This one
                          </span>
                        )}
                      </p>
                      <p className="soft">
                        {current ? (
                          'In use now'
                        ) : (
                          <>
                            Last used <RelativeTime at={lastUsedAt} />
                          </>
                        )}
                        , from {address}
                      </p>
                      <p className="soft">
                        Logged in {began[method]}, <RelativeTime at={createdAt} />
                      </p>
                    </div>
                    {!current && (
                      <QuietButton
                        busy={busy}
                        aria-label={`End the session of ${device} from ${address}`}
                        onClick={() =>
                          endSessions(
                            () => callForJson(endSession, { params: { id } }),
                            `The session of ${device} has ended.`,
                          )
                        }
                      >
                        End
                      </QuietButton>
                    )}
                  </li>
                ))}
            </ul>
            {(damaged || sessions.filter(({ current }) => !current).length > 1) && (
              <QuietButton
                busy={busy}
                onClick={() => endSessions(() => callForJson(endOtherSessions), 'All other sessions have ended.')}
              >
                End all other sessions
              </QuietButton>
            )}
          </>
        )}
      </QueryContent>
      <ActionStatus message={message} busy={busy && 'Ending …'} />
    </SectionFrame>
  )
}
