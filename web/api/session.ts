import { create } from 'zustand'
import { type AuthUser, getCurrentUser, logout, type TokenPair } from '#contract/accounts.ts'
import { apiFetch, authFetch } from './api.ts'
import { exchangeQueryTokens, type Handed } from './query-tokens.ts'
import { accessToken, beginSession, clearTokens, hasTokens, onTokensChanged, refreshToken } from './tokens.ts'

interface Session {
  /** Who is logged in (S3.01); null until fetched, and when nobody is (S4.02). */
  user: AuthUser | null
  /** Whether it has been found out, with success or without (S4.02). */
  userReady: boolean
  /** Whether a token is kept (S4.14). */
  isAuthenticated: boolean
  /** Finds out who is logged in (S7.03). */
  fetchUser: () => Promise<void>
  /** A login has succeeded. */
  loggedIn: (tokens: TokenPair) => Promise<void>
  /** Ends the session, here at any rate (S7.04). */
  logout: () => Promise<void>
}

/** Whether somebody may do what readers do: a guest is somebody, but no reader (S6.02). */
export const isReader = (user: AuthUser | null): user is AuthUser => user !== null && !user.roles.includes('Guest')

let latest = 0
/** How many user calls are on their way: each tries the tokens that it has refreshed by itself. */
let fetching = 0

export const useSession = create<Session>((set, get) => ({
  user: null,
  userReady: false,
  // As the prerendered page has it, until the session starts.
  isAuthenticated: false,

  fetchUser: async () => {
    const mine = ++latest
    fetching++
    const user = await fetchCurrentUser()
    fetching--
    if (mine === latest) set({ user, userReady: true, isAuthenticated: hasTokens() })
  },

  loggedIn: async (tokens) => {
    beginSession(tokens)
    await get().fetchUser()
  },

  logout: async () => {
    const [token, refresh] = [accessToken(), refreshToken()]
    latest++
    // At once here, whatever becomes of the call; the refresh token ends the session even when the other is over.
    clearTokens()
    set({ user: null, userReady: true, isAuthenticated: false })
    const headers = { authorization: `Bearer ${token}` }
    const body = { refreshToken: refresh ?? undefined }
    await apiFetch(logout, { headers, body, credentials: 'include', keepalive: true }).catch(() => {})
  },
}))

/** A failure means nobody (S8.04), as does a user without a list of roles (S3.01). A 401 to a token that has just been refreshed ends the session (S7.01). */
async function fetchCurrentUser(): Promise<AuthUser | null> {
  try {
    const response = await authFetch(getCurrentUser, { credentials: 'include' }, (token) => {
      // Another tab may have begun another session meanwhile.
      if (accessToken() === token) clearTokens()
    })
    const user = response?.ok ? await response.json() : null
    return Array.isArray(user?.roles) ? user : null
  } catch {
    return null
  }
}

/**
 * Finds out who is logged in on application start (S7.14), and again when another tab logs in or out, or the connection
 * comes back.
 * @param handed what has just come in the query, which is exchanged at once
 */
export async function startSession(handed: Handed | null): Promise<void> {
  useSession.setState({ isAuthenticated: hasTokens() })
  if (handed) await exchangeQueryTokens(handed)
  await useSession.getState().fetchUser()
  onTokensChanged((elsewhere) => {
    const { user, isAuthenticated, fetchUser } = useSession.getState()
    if (!hasTokens()) useSession.setState({ user: null, isAuthenticated: false })
    // In another tab somebody else may have logged in, as a guest does who becomes a reader.
    else if (elsewhere || (fetching === 0 && (!user || !isAuthenticated))) fetchUser()
  })
  window.addEventListener('online', () => {
    const { user, fetchUser } = useSession.getState()
    if (!user && hasTokens()) fetchUser()
  })
}
