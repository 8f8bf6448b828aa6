import type { AuthUser } from '#contract/accounts.ts'

/** Makes a reader with this name the user of the session, as after a login. */
export async function startFakeSession(name: string, changes: Partial<AuthUser> = {}): Promise<void> {
  const { useSession } = await import('../api/session.ts')
  const email = `${name.toLowerCase()}@example.org`
  const user: AuthUser = { id: '1', user: name, email, profilePicture: null, roles: [], ...changes }
  useSession.setState({ user, userReady: true, isAuthenticated: true })
}
