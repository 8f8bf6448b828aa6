import type { DeskNotice } from '#contract/notices.ts'
import { When } from '../../../kit/when.tsx'

/** Who is shown a notice, in words. */
export const audiences: Record<DeskNotice['audience'], string> = {
  everyone: 'Everyone',
  readers: 'Logged-in readers',
  admins: 'Admins',
}

/** How urgent it is, in words. */
export const priorities: Record<DeskNotice['priority'], string> = {
  low: 'Low',
  normal: 'Normal',
  high: 'Important',
}

/** Whether readers see a notice now, and until or from when. */
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

/** What else is to be known of it at a glance. */
export function NoticeTags({ notice: { audience, priority, push, sample } }: { notice: DeskNotice }) {
  return (
    <span className="tags">
      <span className="tag">{audiences[audience]}</span>
      {priority !== 'normal' && (
        <span className="tag" data-kind={priority === 'high' ? 'grave' : undefined}>
          {priorities[priority]}
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

/** Such as “dismissed by 2 readers”. */
export const sayDismissals = ({ dismissals }: DeskNotice): string =>
  dismissals === 0 ? 'dismissed by nobody' : `dismissed by ${dismissals} ${dismissals === 1 ? 'reader' : 'readers'}`
