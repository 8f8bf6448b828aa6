import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { setMailPreferences } from '#contract/comments.ts'
import { api } from '../../../api/call-api.ts'
import { messageOf } from '../../../api/problem.ts'
import { useAction } from '../../../api/use-action.ts'
import { ProblemNote } from '../../../ui/note/problem-note.tsx'
import { ActionStatus } from './action-status.tsx'
import { accountQueries } from './queries.ts'
import { SectionFrame } from './section-frame.tsx'

/** The section that turns mails about replies on and off. */
export function AccountSection() {
  const client = useQueryClient()
  const query = accountQueries.mailPreferences()
  const { data: preferences, error, refetch } = useQuery(query)
  const { busy, message, perform } = useAction()
  const id = useId()

  const choose = (replies: boolean) =>
    perform({
      run: async () => {
        client.setQueryData(query.queryKey, await api(setMailPreferences, { body: { replies } }))
        return replies ? 'We will mail you about answers.' : 'We will not mail you about answers.'
      },
    })

  return (
    <SectionFrame title="Mails" words="What we may write to you about, besides your account.">
      {error && <ProblemNote words={messageOf(error) ?? ''} onRetry={refetch} />}
      {!preferences && !error && <p role="status">Loading what you have chosen …</p>}
      {preferences && (
        <div className="check">
          <input
            id={id}
            type="checkbox"
            role="switch"
            checked={preferences.replies}
            aria-checked={preferences.replies}
            aria-disabled={busy}
            onChange={({ currentTarget }) => choose(currentTarget.checked)}
          />
          <label htmlFor={id}>Tell me by mail when somebody answers my comment</label>
        </div>
      )}
      <ActionStatus message={message} busy={busy && 'Saving …'} />
    </SectionFrame>
  )
}
