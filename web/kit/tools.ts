import { create } from 'zustand'
import { storageKeys } from '#contract/storage-keys.ts'
import { listTools, type Tool } from '#contract/tools.ts'
import { authFetch, FetchFailed } from '../api/api.ts'
import { useSession } from '../api/session.ts'
import { storage } from '../device/storage.ts'

interface Tools {
  /** In their order; null until they are known, and for whoever is no admin. */
  tools: readonly Tool[] | null
  /** Whether the last try to fetch them came to nothing. */
  failed: boolean
  /** Whether the last answer was that this account may not have them; said once, however often they are fetched (S8.09). */
  unauthorised: boolean
  /** Fetches them (S7.13). Only an admin may (S5.07). */
  fetchTools: () => Promise<void>
  /** An admin has changed them here. */
  toolsChanged: (tools: readonly Tool[]) => void
  /** Whoever is logged in is no admin any more. */
  forget: () => void
}

let latest = 0

/** The links of the menu's group Tools (S2.21), as the menu shows them and the desk keeps them. */
export const useTools = create<Tools>((set, get) => ({
  tools: null,
  failed: false,
  unauthorised: false,

  fetchTools: async () => {
    const mine = ++latest
    const answer = await askForTools()
    if (mine !== latest || answer === 'nobody asks') return
    const wasUnauthorised = get().unauthorised
    if (Array.isArray(answer)) set({ tools: answer, failed: false, unauthorised: false })
    else set({ failed: true, unauthorised: wasUnauthorised || answer === 'unauthorised' })
    if (answer === 'unauthorised' && !wasUnauthorised) tellUnauthorised()
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

async function askForTools(): Promise<Tool[] | 'nobody asks' | 'unauthorised' | 'failed'> {
  try {
    const response = await authFetch(listTools).catch((error) => {
      if (error instanceof FetchFailed && error.response.status === 403) return error.response
      throw error
    })
    if (!response) return 'nobody asks'
    if (response.status === 401 || response.status === 403) return 'unauthorised'
    if (!response.ok) throw new FetchFailed(response)
    const { tools }: { tools?: Tool[] } = await response.json()
    return Array.isArray(tools) ? tools : 'unauthorised'
  } catch (error) {
    console.info('The tools could not be fetched', error)
    return 'failed'
  }
}

/** S8.09; who it is now, the session finds out. */
function tellUnauthorised(): void {
  window.alert('Unauthorized. Please log in again.')
  storage.remove(storageKeys.authToken)
  useSession.getState().fetchUser()
}
