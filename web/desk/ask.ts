import { type ErrorCode, errors } from '#contract/errors.ts'
import { authFetch, FetchFailed } from '../kit/api.ts'
import { problemOf, UNREACHABLE } from '../kit/problem.ts'
import { useSession } from '../kit/session.ts'

/** Why a call came to nothing, in words for the person at the desk. */
export class Failure extends Error {
  readonly code: ErrorCode | null

  constructor(message: string, code: ErrorCode | null = null) {
    super(message)
    this.code = code
  }
}

/**
 * Makes a call of the desk for a form, which says itself what came of it.
 * @param path below /api/desk
 * @throws {FetchFailed} for every refusal, and what fetch throws when there is no answer
 */
export async function send<T>(path: '' | `/${string}`, init?: RequestInit): Promise<T> {
  const response = await authFetch(`/api/desk${path}`, init).catch((error) => {
    if (error instanceof FetchFailed) return error.response
    throw error
  })
  if (response?.ok) return response.status === 204 ? (undefined as T) : response.json()
  // The session or the role may be gone: then the gate says so.
  if (!response || response.status === 401 || response.status === 403) useSession.getState().fetchUser()
  const { status, message } = errors.session_over
  throw new FetchFailed(response ?? Response.json({ code: 'session_over', message }, { status }))
}

/**
 * Makes a call of the desk.
 * @param path below /api/desk
 * @throws {Failure}; what was aborted throws as fetch does
 */
export async function ask<T>(path: '' | `/${string}`, init?: RequestInit): Promise<T> {
  try {
    return await send<T>(path, init)
  } catch (error) {
    if (init?.signal?.aborted) throw error
    const { message, code } = await problemOf(error, UNREACHABLE)
    throw new Failure(message, code)
  }
}
