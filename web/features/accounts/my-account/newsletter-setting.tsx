import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type NewsletterFrequency, setNewsletterFrequency } from '#contract/newsletter.ts'
import { callForJson } from '../../../api/call-api.ts'
import { useAction } from '../../../api/use-action.ts'
import { CheckboxField } from '../../../ui/form/checkbox-field.tsx'
import { QueryContent } from '../../../ui/note/query-content.tsx'
import { ActionStatus } from './action-status.tsx'
import { accountQueries } from './queries.ts'
import { SectionFrame } from './section-frame.tsx'

const results = {
  instant: 'We will mail you when a page appears.',
  weekly: 'We will mail you on Mondays when there are new pages.',
}

export function AccountSection() {
  const client = useQueryClient()
  const options = accountQueries.newsletter()
  const { busy, message, perform } = useAction()

  const choose = (frequency: NewsletterFrequency | null) =>
    perform({
      run: async () => {
        client.setQueryData(options.queryKey, await callForJson(setNewsletterFrequency, { body: { frequency } }))
        return frequency ? results[frequency] : 'We will not mail you about new pages.'
      },
    })

  return (
    <SectionFrame title="New pages" description="A mail when the author publishes something.">
      <QueryContent query={useQuery(options)} loading={<p role="status">Loading what you have chosen …</p>}>
        {({ frequency, hasBounced }) => (
          <>
            {hasBounced && (
              <p className="note" data-kind="asks">
                Mails to your address came back, so they have stopped. Check your address before you turn them on again.
              </p>
            )}
            <CheckboxField
              role="switch"
              label="Tell me by mail about new pages"
              checked={frequency !== null}
              busy={busy}
              onCheck={(isOn) => choose(isOn ? 'instant' : null)}
            />
            {frequency !== null && (
              <CheckboxField
                role="switch"
                label="All new pages of a week in one mail, on Mondays"
                checked={frequency === 'weekly'}
                busy={busy}
                onCheck={(isWeekly) => choose(isWeekly ? 'weekly' : 'instant')}
              />
            )}
          </>
        )}
      </QueryContent>
      <ActionStatus message={message} busy={busy && 'Saving …'} />
    </SectionFrame>
  )
}
