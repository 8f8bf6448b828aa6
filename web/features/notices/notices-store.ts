import { createStore } from 'zustand/vanilla'
import { dismissNotice, listNotices, type Notice } from '#contract/notices.ts'
import { hiddenNoticesKey } from '#contract/storage-keys.ts'
import { authFetch, fetchWithoutSession } from '../../api/api.ts'
import { getTokenOwnerId } from '../../api/tokens.ts'
import { storage } from '../../device/storage.ts'

interface Notices {
  /** The notices of the last response (S3.06), without notices that were dismissed since then or are hidden. */
  notices: readonly Notice[]
  /**
   * The notices that the reader has hidden in this browser. They are not dismissed, so that they can be shown again.
   */
  hidden: readonly Notice[]
  /** The ids of the notices that were dismissed in this tab, including those whose call failed. */
  dismissed: ReadonlySet<string>
  /** Whether the user can dismiss notices (S6.01). The component `Notices` sets it. */
  canDismiss: boolean
  /** Fetches the current notices (S7.12). A failure is only logged (S8.10). */
  fetchNotices: () => Promise<void>
  /** Fetches the notices after a user's account was loaded, unless the last fetch already used this user's token. */
  fetchNoticesFor: (userId: string) => Promise<void>
  /** Removes a notice at once (S4.12). A failed call is only logged (S8.10) and does not restore the notice. */
  dismiss: (id: string) => Promise<void>
  /** Hides a notice in this browser. Visitors use this, because they cannot dismiss notices (S6.01). */
  hide: (id: string) => void
  /** Shows the hidden notices again. */
  showHidden: () => void
  /** Clears all notices when the user changes. */
  forget: () => void
}

let latest = 0
/** The user whose token the last fetch used. */
let fetchedFor: string | null = null

/**
 * The notices of the site. The store is created before React is loaded. The annotation lets the build remove the store
 * from a site without accounts.
 */
export const noticesStore = /* @__PURE__ */ createStore<Notices>((set, get) => ({
  notices: [],
  hidden: [],
  dismissed: new Set(),
  canDismiss: false,

  fetchNotices: async () => {
    const mine = ++latest
    fetchedFor = getTokenOwnerId()
    try {
      const response = (await authFetch(listNotices)) ?? (await fetchWithoutSession(listNotices))
      const notices = response.ok ? await response.json() : null
      if (notices && mine === latest) set(split(notices.filter(({ id }) => !get().dismissed.has(id))))
    } catch (error) {
      console.info('Asking for notices failed', error)
    }
  },

  fetchNoticesFor: async (userId) => {
    if (fetchedFor !== userId) await get().fetchNotices()
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

  hide: (id) => {
    const { notices, hidden } = get()
    const all = [...hidden, ...notices]
    // Another tab may have hidden notices too. Ids of notices that the server no longer sends are removed.
    const ids = [...readHiddenIds(), id].filter((hiddenId) => all.some((notice) => notice.id === hiddenId))
    storage.set(hiddenNoticesKey, ids.join(' '))
    set(split(all))
  },

  showHidden: () => {
    storage.remove(hiddenNoticesKey)
    set(({ hidden, notices }) => split([...hidden, ...notices]))
  },

  forget: () => {
    latest++
    set({ notices: [], hidden: [], dismissed: new Set() })
  },
}))

const readHiddenIds = (): string[] => storage.get(hiddenNoticesKey)?.split(' ') ?? []

/** Divides notices into those to show and those that are hidden in this browser. */
function split(all: readonly Notice[]): Pick<Notices, 'notices' | 'hidden'> {
  const ids = readHiddenIds()
  return {
    notices: all.filter(({ id }) => !ids.includes(id)),
    hidden: all.filter(({ id }) => ids.includes(id)),
  }
}
