import { errors } from '#contract/errors.ts'
import { authFetch, FetchFailed } from '../../kit/api.ts'
import { useSession } from '../../kit/session.ts'

/**
 * Makes a call about the own account. When the session is over, the page is told, and asks for a login.
 * @param path below /api/account
 * @returns the answer, a success
 * @throws {FetchFailed} for any other, and what fetch throws when there is none
 */
export async function callAccount(path: '' | `/${string}`, init?: RequestInit): Promise<Response> {
  const response = await authFetch(`/api/account${path}`, init)
  if (response?.ok) return response
  if (response?.status !== 404) await useSession.getState().fetchUser()
  const { status, message } = errors.session_over
  throw new FetchFailed(response ?? Response.json({ code: 'session_over', message }, { status }))
}
