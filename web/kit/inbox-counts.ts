import { create } from 'zustand'
import { getInboxCounts, type InboxCounts } from '#contract/desk-inbox.ts'
import { authFetchOrThrowIfRefreshFails } from '../api/api.ts'

interface Waiting {
  /** The number of items that wait for the admin, by kind; empty for users who are not admins. */
  waiting: InboxCounts
  /** Fetches the counts. A failure is only logged. */
  fetchWaiting: () => Promise<void>
  /** Clears the counts when the user is no longer an admin. */
  forget: () => void
}

let latest = 0

/** The numbers of items that wait for an admin, for the avatar in the header and the navigation of the desk. */
export const useInboxCounts = create<Waiting>((set) => ({
  waiting: {},

  fetchWaiting: async () => {
    const mine = ++latest
    try {
      const response = await authFetchOrThrowIfRefreshFails(getInboxCounts)
      const waiting = response?.ok ? (await response.json()).waiting : {}
      if (mine === latest) set({ waiting })
    } catch (error) {
      console.info('What waits could not be counted', error)
    }
  },

  forget: () => {
    latest++
    set({ waiting: {} })
  },
}))

export const sumInboxCounts = (waiting: InboxCounts): number =>
  Object.values(waiting).reduce((sum, count) => sum + count, 0)
