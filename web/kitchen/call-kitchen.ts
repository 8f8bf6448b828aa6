import { errors } from '#contract/errors.ts'
import { authFetch, FetchFailed } from '../kit/api.ts'
import { useSession } from '../kit/session.ts'

/**
 * Makes a call of a kitchen.
 * @param path below /api/kitchen
 * @returns what was answered; undefined where the answer is empty
 * @throws {FetchFailed} for every refusal, a 404 and a session that is over too, and what fetch throws without an answer
 */
export async function callKitchen<T>(path: '' | `/${string}`, init?: RequestInit): Promise<T> {
  const response = await authFetch(`/api/kitchen${path}`, init)
  if (response?.ok) return response.status === 204 ? (undefined as T) : response.json()
  // The session or the place in the kitchen may be gone: then the frame says so.
  if (!response || response.status === 401) useSession.getState().fetchUser()
  const { status, message } = errors.session_over
  throw new FetchFailed(response ?? Response.json({ code: 'session_over', message }, { status }))
}
