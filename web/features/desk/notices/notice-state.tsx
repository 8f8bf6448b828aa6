import type { DeskNotice } from '#contract/notices.ts'
import { formatCount } from '../../../kit/format-count.ts'
import { When } from '../../../kit/when.tsx'

/** The labels of the audiences. */
export const audienceLabels: Record<DeskNotice['audience'], string> = {
  everyone: 'Everyone',
  readers: 'Logged-in readers',
  admins: 'Admins',
}

/** The labels of the priorities. */
export const priorityLabels: Record<DeskNotice['priority'], string> = {
  low: 'Low',
  normal: 'Normal',
  high: 'Important',
}

/** Shows whether readers see a notice now, with its start or end. */
export function NoticeState({ notice }: { notice: DeskNotice }) {
  const { startsAt, endsAt, withdrawnAt } = notice
  const now = Date.now()
  if (withdrawnAt !== null) {
    return (
      <span className="state">
        Withdrawn <When at={withdrawnAt} />
      </span>
    )
  }
  if (endsAt !== null && endsAt <= now) {
    return (
      <span className="state">
        Over since <When at={endsAt} />
      </span>
    )
  }
  if (startsAt > now) {
    return (
      <span className="state" data-kind="asks">
        Scheduled: starts <When at={startsAt} />
      </span>
    )
  }
  return (
    <span className="state" data-kind="good">
      On now
      {endsAt !== null && (
        <>
          , ends <When at={endsAt} />
        </>
      )}
    </span>
  )
}

/** Tags for the audience, the priority and the push of a notice. */
export function NoticeTags({ notice: { audience, priority, push, sample } }: { notice: DeskNotice }) {
  return (
    <span className="tags">
      <span className="tag">{audienceLabels[audience]}</span>
      {priority !== 'normal' && (
        <span className="tag" data-kind={priority === 'high' ? 'grave' : undefined}>
          {priorityLabels[priority]}
        </span>
      )}
      {push && <span className="tag">Push</span>}
      {sample && (
        <span className="tag" data-kind="asks">
          Sample
        </span>
      )}
    </span>
  )
}

/** Returns a text such as “dismissed by 2 readers”. */
export const formatDismissals = ({ dismissals }: DeskNotice): string =>
  `dismissed by ${dismissals === 0 ? 'nobody' : formatCount(dismissals, 'reader', 'readers')}`
