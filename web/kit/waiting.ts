import { create } from 'zustand'
import { countInbox, type WaitingCounts } from '#contract/inbox.ts'
import { INBOX_POLL_MS } from '#contract/limits.ts'
import { authFetch } from '../api/api.ts'
import { useSession } from '../api/session.ts'
import { onLive, onLiveAgain } from '../live/live.ts'

interface Waiting {
  /** How much waits for the admin, by kind; empty for users who are no admins. */
  waiting: WaitingCounts
  /** Fetches the counts. A failure is only logged. */
  fetchWaiting: () => Promise<void>
}

let latest = 0

/** The counts of what waits for an admin, for the avatar in the header and the navigation of the desk. */
export const useWaiting = create<Waiting>((set) => ({
  waiting: {},

  fetchWaiting: async () => {
    const mine = ++latest
    try {
      const response = await authFetch(countInbox)
      const waiting = response?.ok ? (await response.json()).waiting : {}
      if (mine === latest) set({ waiting })
    } catch (error) {
      console.info('What waits could not be counted', error)
    }
  },
}))

export const sumWaiting = (waiting: WaitingCounts): number =>
  Object.values(waiting).reduce((sum, count) => sum + count, 0)

const isAdmin = ({ user }: Pick<ReturnType<typeof useSession.getState>, 'user'>) =>
  user?.roles.includes('Admin') ?? false

/**
 * Counts what waits while the user is an admin: at once, after events of the hub, and every minute, because the hub
 * does not tell of every kind.
 * @returns a function that ends the counting
 */
export function startCountingWaiting(): () => void {
  const count = () => {
    if (isAdmin(useSession.getState())) useWaiting.getState().fetchWaiting()
  }
  const timer = setInterval(count, INBOX_POLL_MS)
  const ends = [
    () => clearInterval(timer),
    onLive('moderationChanged', count),
    onLive('errorsChanged', count),
    onLiveAgain(count),
    useSession.subscribe((session, before) => {
      if (isAdmin(session) && !isAdmin(before)) count()
      if (!isAdmin(session) && isAdmin(before)) {
        latest++
        useWaiting.setState({ waiting: {} })
      }
    }),
  ]
  count()
  return () => {
    for (const end of ends) end()
  }
}
