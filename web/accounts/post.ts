import type { Body, Endpoint, Reply } from '#contract/endpoint.ts'
import { apiFetch, FetchFailed, json } from '../kit/api.ts'

/**
 * Makes a call of the accounts: `post<typeof signup>('/auth/signup', …)`.
 * @throws {FetchFailed} for every refusal, a 401 too, and what fetch throws when there is no answer
 */
export async function post<E extends Endpoint>(path: E['path'], body: Body<E>): Promise<Reply<E>> {
  const response = await apiFetch(path, json('POST', body))
  if (!response.ok) throw new FetchFailed(response)
  return response.json()
}
