import type { Endpoint, SuccessReplyBody } from '#contract/endpoint.ts'
import { errors } from '#contract/errors.ts'
import {
  authFetchOrThrowIfRefreshFails,
  FailedResponseError,
  fetchWithoutSession,
  type RequestArgument,
  type TypedResponse,
} from './api.ts'
import { ApiError, readResponseProblem, UNREACHABLE_MESSAGE } from './problem.ts'
import { useSession } from './session.ts'

/** Calls an endpoint and returns its reply. @throws what callForResponse throws */
export async function callForJson<E extends Endpoint>(
  endpoint: E,
  ...request: RequestArgument<E>
): Promise<SuccessReplyBody<E>> {
  const response = await callForResponse(endpoint, ...request)
  return response.status === 204 ? (undefined as SuccessReplyBody<E>) : response.json()
}

/**
 * Calls an endpoint. Sends the session's token unless anyone may call the endpoint. After a 401 or 403, the session
 * fetches its user again.
 * @returns the response of a success
 * @throws {ApiError} for every refusal, including 401 and 404, and when no response arrives or the tokens cannot be
 * refreshed; an aborted call throws fetch's error
 */
export async function callForResponse<E extends Endpoint>(
  endpoint: E,
  ...[request]: RequestArgument<E>
): Promise<TypedResponse<E>> {
  const argument = [request] as RequestArgument<E>
  const isPublic = (endpoint.access ?? 'anyone') === 'anyone'
  const response = await (isPublic
    ? fetchWithoutSession(endpoint, ...argument)
    : authFetchOrThrowIfRefreshFails(endpoint, ...argument)
  ).catch((error: unknown) => {
    if (error instanceof FailedResponseError) return error.response
    if (request?.signal?.aborted) throw error
    throw new ApiError({ code: null, message: UNREACHABLE_MESSAGE }, 0)
  })
  if (response?.ok) return response
  if (!isPublic && (!response || response.status === 401 || response.status === 403))
    await useSession.getState().fetchUser()
  if (response) throw new ApiError(await readResponseProblem(response), response.status)
  const { status, message } = errors.session_over
  throw new ApiError({ code: 'session_over', message }, status)
}

/**
 * Returns a new idempotency key: a UUID of version 4 (RFC 9562). The server uses the key to recognise a request that is
 * sent again. Unlike `crypto.randomUUID`, the function also works on pages without HTTPS, such as a site in the home
 * network.
 */
export function createIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const digits = Array.from(bytes, (byte, place) => {
    const value = place === 6 ? (byte & 0x0f) | 0x40 : place === 8 ? (byte & 0x3f) | 0x80 : byte
    return value.toString(16).padStart(2, '0')
  })
  return digits.join('').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
