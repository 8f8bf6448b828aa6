import { INBOX_POLL_MS } from '#contract/limits.ts'
import { isAdmin, useSession } from '../api/session.ts'
import { callAll } from '../device/listen.ts'
import { onLiveEvent, onLiveEventsMissed } from '../live/live.ts'
import { useInboxCounts } from './inbox-counts.ts'

/**
 * Counts the items that wait for the user, while the user is an admin. Counts at once, after events of the hub, and
 * every minute, because the hub does not report every kind of item.
 * @returns a function that stops counting
 */
export function startCountingInbox(): () => void {
  const count = () => {
    if (isAdmin(useSession.getState().user)) useInboxCounts.getState().fetchWaiting()
  }
  const timer = setInterval(count, INBOX_POLL_MS)
  const end = callAll(
    () => clearInterval(timer),
    onLiveEvent('moderationChanged', count),
    onLiveEvent('errorsChanged', count),
    onLiveEventsMissed(count),
    useSession.subscribe((session, before) => {
      if (isAdmin(session.user) && !isAdmin(before.user)) count()
      if (!isAdmin(session.user) && isAdmin(before.user)) {
        useInboxCounts.getState().forget()
      }
    }),
  )
  count()
  return end
}
