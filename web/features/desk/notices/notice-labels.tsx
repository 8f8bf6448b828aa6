import { formatCountWithNoun } from '#contract/format-count.ts'
import type { DeskNotice } from '#contract/notices.ts'
import { RelativeTime } from '../../../kit/relative-time.tsx'
import { StateText, Tags } from '../../../ui/tag.tsx'

export const audienceLabels: Record<DeskNotice['audience'], string> = {
  everyone: 'Everyone',
  readers: 'Logged-in readers',
  admins: 'Admins',
}

export const priorityLabels: Record<DeskNotice['priority'], string> = {
  low: 'Low',
  normal: 'Normal',
  high: 'Important',
}

/** Shows whether readers see a notice now, with the time of its start or end. */
export function NoticeStateText({ notice: { startsAt, endsAt, withdrawnAt } }: { notice: DeskNotice }) {
  const now = Date.now()
  const isOver = endsAt !== null && endsAt <= now
  if (withdrawnAt !== null || isOver) {
    return (
      <StateText>
        {withdrawnAt !== null ? 'Withdrawn ' : 'Over since '}
        <RelativeTime at={withdrawnAt ?? endsAt ?? now} />
      </StateText>
    )
  }
  if (startsAt > now) {
    return (
      <StateText kind="asks">
        Scheduled: starts <RelativeTime at={startsAt} />
      </StateText>
    )
  }
  return (
    <StateText kind="good">
      On now
      {endsAt !== null && (
        <>
          , ends <RelativeTime at={endsAt} />
        </>
      )}
    </StateText>
  )
}

export const NoticeTags = ({ notice: { audience, priority, push, sample } }: { notice: DeskNotice }) => (
  <Tags
    tags={[
      [audienceLabels[audience]],
      priority !== 'normal' && [priorityLabels[priority], priority === 'high' ? 'grave' : 'plain'],
      push && ['Push'],
      sample && ['Sample', 'asks'],
    ]}
  />
)

/** Returns a text such as “dismissed by 2 readers”. */
export const formatDismissals = ({ dismissals }: DeskNotice): string =>
  `dismissed by ${dismissals === 0 ? 'nobody' : formatCountWithNoun(dismissals, 'reader', 'readers')}`
