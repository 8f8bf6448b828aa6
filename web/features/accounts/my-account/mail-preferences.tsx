import { useQuery, useQueryClient } from '@tanstack/react-query'
import { setReplyMailPreference } from '#contract/comments.ts'
import { callForJson } from '../../../api/call-api.ts'
import { useAction } from '../../../api/use-action.ts'
import { CheckboxField } from '../../../ui/form/checkbox-field.tsx'
import { QueryContent } from '../../../ui/note/query-content.tsx'
import { ActionStatus } from './action-status.tsx'
import { accountQueries } from './queries.ts'
import { SectionFrame } from './section-frame.tsx'

export function AccountSection() {
  const client = useQueryClient()
  const options = accountQueries.mailPreferences()
  const { busy, message, perform } = useAction()

  const choose = (replies: boolean) =>
    perform({
      run: async () => {
        client.setQueryData(options.queryKey, await callForJson(setReplyMailPreference, { body: { replies } }))
        return replies ? 'We will mail you about replies.' : 'We will not mail you about replies.'
      },
    })

  return (
    <SectionFrame title="Mails" description="What we may write to you about, besides your account.">
      <QueryContent query={useQuery(options)} loading={<p role="status">Loading what you have chosen …</p>}>
        {({ replies }) => (
          <CheckboxField
            role="switch"
            label="Tell me by mail when somebody replies to my comment"
            checked={replies}
            busy={busy}
            onCheck={choose}
          />
        )}
      </QueryContent>
      <ActionStatus message={message} busy={busy && 'Saving …'} />
    </SectionFrame>
  )
}
