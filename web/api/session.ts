import { create } from 'zustand'
import { type AuthUser, getCurrentUser, logout, type TokenPair } from '#contract/accounts.ts'
import { authFetch, fetchWithoutSession } from './api.ts'
import { endAndReplaceSession } from './end-and-replace-session.ts'
import { exchangeProviderLoginTokens, repeatUnansweredExchange } from './query-tokens.ts'
import {
  clearSession,
  getAccessToken,
  getRefreshToken,
  hasTokens,
  onTokensChanged,
  parseTokenClaims,
} from './tokens.ts'

interface Session {
  /** The logged-in user (S3.01); null until the user is fetched, and when nobody is logged in (S4.02). */
  user: AuthUser | null
  /** Whether the first fetch of the user has ended, even with a failure (S4.02). */
  userReady: boolean
  /** Whether a token is stored (S4.14). */
  isAuthenticated: boolean
  /** Whether the server has refused the tokens of the most recent login at a provider. */
  isProviderLoginRefused: boolean
  /** Fetches the user (S7.03). */
  fetchUser: () => Promise<void>
  /**
   * Starts a session after a successful login, and ends the session that it replaces.
   * @throws {ApiError} session_over when the server does not accept the new tokens
   */
  loggedIn: (tokens: TokenPair) => Promise<void>
  /** Ends the session (S7.04). In this browser it ends even without a connection. */
  logout: () => Promise<void>
}

/** Returns whether a user is an admin (S6.04). */
export const isAdmin = (user: AuthUser | null): user is AuthUser => user?.roles.includes('Admin') ?? false

/** Returns whether a user has the rights of a reader. A guest does not have them (S6.02). */
export const hasReaderRights = (user: AuthUser | null): user is AuthUser =>
  user !== null && !user.roles.includes('Guest')

let latest = 0
/**
 * The interval at which the user is fetched again after a failure, such as during a restart of the server.
 */
const USER_RETRY_MS = 30_000

/**
 * The number of running calls that fetch the user. While a call runs, a change of the tokens in this tab starts no
 * second call, because the running call may have caused the change by refreshing expired tokens.
 */
let fetching = 0

export const useSession = create<Session>((set, get) => ({
  user: null,
  userReady: false,
  // The value in the prerendered page. It changes when the session starts.
  isAuthenticated: false,
  isProviderLoginRefused: false,

  fetchUser: async () => {
    const mine = ++latest
    fetching++
    const user = await fetchCurrentUser()
    fetching--
    if (mine === latest) set({ user, userReady: true, isAuthenticated: hasTokens() })
  },

  loggedIn: async (tokens) => {
    endAndReplaceSession(tokens)
    set({ isProviderLoginRefused: false })
    await get().fetchUser()
    // Without the cookie that came with the tokens, the server refuses them, and `fetchUser` removes them.
    if (hasTokens()) return
    // Pages without forms do not load the messages of errors.
    const { createApiError } = await import('./problem.ts')
    throw createApiError('session_over')
  },

  logout: async () => {
    const [token, refresh] = [getAccessToken(), getRefreshToken()]
    latest++
    // The tokens are removed before the call, because the call may fail. The refresh token ends the session even when
    // the access token has expired.
    clearSession()
    set({ user: null, userReady: true, isAuthenticated: false, isProviderLoginRefused: false })
    const headers = { authorization: `Bearer ${token}` }
    const body = { refreshToken: refresh ?? undefined }
    await fetchWithoutSession(logout, { headers, body, credentials: 'include', keepalive: true }).catch(() => {})
  },
}))

/**
 * Fetches the user. Returns null after a failure (S8.04) and for a user without roles (S3.01). A 401 response to a
 * token that was just refreshed ends the session (S7.01).
 */
async function fetchCurrentUser(): Promise<AuthUser | null> {
  try {
    const response = await authFetch(getCurrentUser, { credentials: 'include' }, (token) => {
      // Another tab may have started another session in the meantime.
      if (getAccessToken() === token) clearSession()
    })
    const user = response?.ok ? await response.json() : null
    return Array.isArray(user?.roles) ? user : null
  } catch {
    return null
  }
}

/**
 * Fetches the user on application start (S7.14), and again when another tab logs in or out, or the connection is back.
 * @param queryTokens tokens from the query of the URL, which are exchanged at once; null without them
 */
export async function restoreSessionIntoStore(queryTokens: TokenPair | null): Promise<void> {
  useSession.setState({ isAuthenticated: hasTokens() })
  if (queryTokens) await logInWithProviderTokens(queryTokens)
  else await useSession.getState().fetchUser()
  const readSessionId = () => parseTokenClaims(getAccessToken()).sid
  let sessionId = readSessionId()
  onTokensChanged((elsewhere) => {
    const { user, isAuthenticated, fetchUser } = useSession.getState()
    const lastId = sessionId
    sessionId = readSessionId()
    const isRefreshed = user !== null && sessionId !== undefined && sessionId === lastId
    if (!hasTokens()) useSession.setState({ user: null, isAuthenticated: false })
    // In another tab, a different user may have logged in. For instance, a guest may have logged in as a reader. After
    // a mere refresh, the user is not fetched: a failure would remove the user, and with it the form on the screen.
    else if (elsewhere ? !isRefreshed : fetching === 0 && (!user || !isAuthenticated)) fetchUser()
  })
  const fetchMissingUser = async () => {
    const { user, fetchUser } = useSession.getState()
    if (user || fetching > 0) return
    if (await repeatUnansweredExchange()) useSession.setState({ isProviderLoginRefused: true })
    if (hasTokens()) await fetchUser()
  }
  window.addEventListener('online', fetchMissingUser)
  setInterval(fetchMissingUser, USER_RETRY_MS)
}

/** Exchanges the tokens of a login at a provider, and fetches the user of the session. */
export async function logInWithProviderTokens(tokens: TokenPair): Promise<void> {
  useSession.setState({ isProviderLoginRefused: await exchangeProviderLoginTokens(tokens) })
  await useSession.getState().fetchUser()
}
