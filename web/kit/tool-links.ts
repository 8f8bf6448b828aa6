import { create } from 'zustand'
import { userStorageKeys } from '#contract/storage-keys.ts'
import { listToolLinks, type ToolLink } from '#contract/tools.ts'
import { authFetchOrThrowIfRefreshFails, FailedResponseError } from '../api/api.ts'
import { useSession } from '../api/session.ts'
import { storage } from '../device/storage.ts'

interface Tools {
  /** The tools in their order; null until they are fetched, and for users who are not admins. */
  tools: readonly ToolLink[] | null
  /** Whether the last fetch failed. */
  failed: boolean
  /** Whether the server refused the last fetch. The alert is shown once, even after further fetches (S8.09). */
  unauthorised: boolean
  /** Fetches the tools (S7.13). Does nothing for users who are not admins (S5.07). */
  fetchTools: () => Promise<void>
  /** Called when an admin has changed the tools on this page. Shows the changed tools. */
  toolsChanged: (tools: readonly ToolLink[]) => void
  /** Clears the tools when the user is no longer an admin. */
  forget: () => void
}

let latest = 0

/** The links of the menu's group Tools (S2.21), for the menu and the desk. */
export const useToolLinks = create<Tools>((set, get) => ({
  tools: null,
  failed: false,
  unauthorised: false,

  fetchTools: async () => {
    const mine = ++latest
    const answer = await fetchToolList()
    if (mine !== latest || answer === 'logged out') return
    const wasUnauthorised = get().unauthorised
    if (Array.isArray(answer)) set({ tools: answer, failed: false, unauthorised: false })
    else set({ failed: true, unauthorised: wasUnauthorised || answer === 'unauthorised' })
    if (answer === 'unauthorised' && !wasUnauthorised) alertUnauthorised()
  },

  toolsChanged: (tools) => {
    latest++
    set({ tools, failed: false })
  },

  forget: () => {
    latest++
    set({ tools: null, failed: false, unauthorised: false })
  },
}))

async function fetchToolList(): Promise<ToolLink[] | 'logged out' | 'unauthorised' | 'failed'> {
  try {
    const response = await authFetchOrThrowIfRefreshFails(listToolLinks).catch((error) => {
      if (error instanceof FailedResponseError && error.response.status === 403) return error.response
      throw error
    })
    if (!response) return 'logged out'
    if (response.status === 401 || response.status === 403) return 'unauthorised'
    if (!response.ok) throw new FailedResponseError(response)
    const { tools }: { tools?: ToolLink[] } = await response.json()
    return Array.isArray(tools) ? tools : 'unauthorised'
  } catch (error) {
    console.info('The tools could not be fetched', error)
    return 'failed'
  }
}

/** Tells the user that the admin login was lost (S8.09). Then the session fetches its user again. */
function alertUnauthorised(): void {
  window.alert('Unauthorized. Please log in again.')
  storage.remove(userStorageKeys.authToken)
  useSession.getState().fetchUser()
}
