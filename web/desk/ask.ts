import { problemOf, UNREACHABLE } from '../kit/problem.ts'
import { call } from '../kit/work/call.ts'
import { Failure } from '../kit/work/failure.ts'

/** Makes a call of the desk, at a path below /api/desk, for a form, which says itself what came of it (see `call`). */
export const send = <T>(path: '' | `/${string}`, init?: RequestInit): Promise<T> => call(`/api/desk${path}`, init)

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
