import type { Mail } from '#contract/desk.ts'
import { formatCount } from '../../../kit/format-count.ts'
import { When } from '../../../kit/when.tsx'

/** The delivery state of a mail as text. */
export function MailState({ mail }: { mail: Mail }) {
  const { state, attempts, nextAt, sentAt, lastError } = mail
  switch (state) {
    case 'sent':
      return (
        <span className="state" data-kind="good">
          Sent {sentAt !== null && <When at={sentAt} />}
        </span>
      )
    case 'kept':
      return (
        <span className="state" data-kind="asks">
          Kept here
        </span>
      )
    case 'failed':
      return (
        <span className="state" data-kind="grave">
          Given up after {formatTries(attempts)}
          {lastError && `: ${lastError}`}
        </span>
      )
    case 'waiting':
      return (
        <span className="state" data-kind={attempts > 0 ? 'asks' : 'plain'}>
          {attempts === 0 ? 'On the way' : `Failed after ${formatTries(attempts)}`}
          {attempts > 0 && nextAt !== null && (
            <>
              , tried again <When at={nextAt} />
            </>
          )}
          {attempts > 0 && lastError && `: ${lastError}`}
        </span>
      )
  }
}

const formatTries = (attempts: number) => formatCount(attempts, 'try', 'tries')
