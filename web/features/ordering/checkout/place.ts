import type { Reply } from '#contract/endpoint.ts'
import { placeOrder, type Quote } from '#contract/ordering.ts'
import { authFetch, FetchFailed } from '../../../api/api.ts'
import type { PlaceBody } from './draft.ts'

/** What became of sending an order. */
export type Outcome =
  | { placed: Reply<typeof placeOrder> }
  /** Nothing has been placed: the kitchen has other terms now. */
  | { changed: Quote }

/** Whether nobody knows if a call has done its work: no answer came, or none of the site's own. */
export const isUnanswered = (error: unknown): boolean => !(error instanceof FetchFailed) || error.response.status >= 500

/**
 * Sends an order.
 * @throws {FetchFailed} for a refusal, and what fetch throws when there is no answer
 */
export async function place(body: PlaceBody): Promise<Outcome> {
  try {
    const response = await authFetch(placeOrder, { body })
    if (!response?.ok) throw new FetchFailed(response ?? new Response(null, { status: 401 }))
    return { placed: await response.json() }
  } catch (error) {
    const refused = error instanceof FetchFailed && error.response.status === 409
    const answer = refused ? await error.response.clone().json() : null
    if (answer?.code === 'quote_changed') return { changed: answer.quote }
    throw error
  }
}
