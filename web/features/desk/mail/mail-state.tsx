import type { Mail } from '#contract/desk.ts'
import { formatCount } from '../../../kit/format-count.ts'
import { When } from '../../../kit/when.tsx'
import { StateText } from '../../../ui/tag.tsx'

/** The delivery state of a mail as text. */
export function MailState({ mail }: { mail: Mail }) {
  const { state, attempts, nextAt, sentAt, lastError } = mail
  switch (state) {
    case 'sent':
      return <StateText kind="good">Sent {sentAt !== null && <When at={sentAt} />}</StateText>
    case 'kept':
      return <StateText kind="asks">Kept here</StateText>
    case 'failed':
      return (
        <StateText kind="grave">
          Given up after {formatTries(attempts)}
          {lastError && `: ${lastError}`}
        </StateText>
      )
    case 'waiting':
      return (
        <StateText kind={attempts > 0 ? 'asks' : 'plain'}>
          {attempts === 0 ? 'On the way' : `Failed after ${formatTries(attempts)}`}
          {attempts > 0 && nextAt !== null && (
            <>
              , tried again <When at={nextAt} />
            </>
          )}
          {attempts > 0 && lastError && `: ${lastError}`}
        </StateText>
      )
  }
}

const formatTries = (attempts: number) => formatCount(attempts, 'try', 'tries')
