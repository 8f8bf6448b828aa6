import { errors } from '#contract/errors.ts'
import { authFetch, FetchFailed, problemIn } from '../kit/api.ts'
import { useSession } from '../kit/session.ts'

/** Why a call came to nothing, in words for the person at the desk. */
export class Failure extends Error {}

const UNREACHABLE = 'The site cannot be reached. Check your connection, then try again.'

/**
 * Makes a call of the desk.
 * @param path below /api/desk
 * @throws {Failure}; what was aborted throws as fetch does
 */
export async function ask<T>(path: '' | `/${string}`, init?: RequestInit): Promise<T> {
  const response = await authFetch(`/api/desk${path}`, init).catch(async (error) => {
    if (init?.signal?.aborted) throw error
    if (!(error instanceof FetchFailed)) throw new Failure(UNREACHABLE)
    return error.response
  })
  if (response?.ok) return response.status === 204 ? (undefined as T) : response.json()
  // The session or the role may be gone: then the gate says so.
  if (!response || response.status === 401 || response.status === 403) useSession.getState().fetchUser()
  throw new Failure(response ? (await problemIn(response)).message : errors.session_over.message)
}
