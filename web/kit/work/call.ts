import { errors } from '#contract/errors.ts'
import { authFetch, FetchFailed } from '../api.ts'
import { useSession } from '../session.ts'

/**
 * Makes a call for somebody who works here.
 * @returns what was answered; undefined where the answer is empty
 * @throws {FetchFailed} for every refusal, a 404 and a session that is over too, and what fetch throws without an answer
 */
export async function call<T>(path: `/${string}`, init?: RequestInit): Promise<T> {
  const response = await authFetch(path, init).catch((error) => {
    if (error instanceof FetchFailed) return error.response
    throw error
  })
  if (response?.ok) return response.status === 204 ? (undefined as T) : response.json()
  // The session or the role may be gone: then the gate says so.
  if (!response || response.status === 401 || response.status === 403) useSession.getState().fetchUser()
  const { status, message } = errors.session_over
  throw new FetchFailed(response ?? Response.json({ code: 'session_over', message }, { status }))
}
