import { create } from 'zustand'
import { dismissNotice, listNotices, type Notice } from '#contract/notices.ts'
import { apiFetch, authFetch } from '../../api/api.ts'

interface Notices {
  /** What was answered last (S3.06), without what has been dismissed here since. */
  notices: readonly Notice[]
  /** Hidden in this tab, whatever became of the call. */
  dismissed: ReadonlySet<string>
  /** Asks for what is on now (S7.12). A failure is only logged (S8.10). */
  fetchNotices: () => Promise<void>
  /** S4.12: it leaves at once; a failure is only logged (S8.10), and does not bring it back. */
  dismiss: (id: string) => Promise<void>
  /** Somebody else is here now: nothing of what the last one was shown may stay. */
  forget: () => void
}

let latest = 0

export const useNotices = create<Notices>((set, get) => ({
  notices: [],
  dismissed: new Set(),

  fetchNotices: async () => {
    const mine = ++latest
    try {
      const response = (await authFetch(listNotices)) ?? (await apiFetch(listNotices))
      const notices = response.ok ? await response.json() : null
      if (notices && mine === latest) set({ notices: notices.filter(({ id }) => !get().dismissed.has(id)) })
    } catch (error) {
      console.info('Asking for notices failed', error)
    }
  },

  dismiss: async (id) => {
    set(({ notices, dismissed }) => ({
      notices: notices.filter((notice) => notice.id !== id),
      dismissed: new Set(dismissed).add(id),
    }))
    try {
      await authFetch(dismissNotice, { params: { id }, keepalive: true })
    } catch (error) {
      console.info('Dismissing a notice failed', error)
    }
  },

  forget: () => {
    latest++
    set({ notices: [], dismissed: new Set() })
  },
}))
