import { listComments } from '#contract/comments.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { errors } from '#contract/errors.ts'
import { type Answer, apiFetch, authFetch, FetchFailed, type RequestArgument } from '../../api/api.ts'
import { useSession } from '../../api/session.ts'
import type { CommentPage } from './comment-list.ts'

/** Which fifty comments of a page. */
export interface CommentsQuery {
  pageUrl: string
  /** Where to go on: as the fifty before have it in `next`. */
  after?: string | undefined
  /** Only the thread of this comment. */
  thread?: string | undefined
}

/** Fifty comments and their tag, by their query: fetched again they are sent again only when they have changed. */
export type Tagged = Map<string, { tag: string; page: CommentPage }>

/**
 * Asks for fifty comments (S7.09): as the reader, who also gets their own that wait for approval, or as nobody.
 * @throws {FetchFailed} for every refusal, and what fetch throws when there is no answer
 */
export async function fetchComments({ pageUrl, ...query }: CommentsQuery, tagged: Tagged): Promise<CommentPage> {
  const key = JSON.stringify([pageUrl, query.after, query.thread])
  const known = tagged.get(key)
  const request = { params: { pageUrl }, query, ...(known && { headers: { 'if-none-match': known.tag } }) }
  const asReader = await authFetch(listComments, request).catch(unchanged)
  // A login that is over is no reason not to read.
  const response =
    asReader && asReader.status !== 401 ? asReader : await apiFetch(listComments, request).catch(unchanged)
  if (response.status === 304 && known) return known.page
  if (!response.ok) throw new FetchFailed(response)
  const comments = await (response as Answer<typeof listComments>).json()
  const page = {
    comments,
    total: Number(response.headers.get('x-total-count') ?? comments.length),
    next: nextIn(response.headers.get('link')),
  }
  const tag = response.headers.get('etag')
  if (tag) tagged.set(key, { tag, page })
  return page
}

/** Unchanged is an answer like another. */
function unchanged(error: unknown): Response {
  if (error instanceof FetchFailed && error.response.status === 304) return error.response
  throw error
}

/** RFC 8288: where the next fifty are. */
function nextIn(link: string | null): string | null {
  const target = link && /<([^>]+)>\s*;[^,]*\brel="?next"?/.exec(link)?.[1]
  return target ? new URL(target, window.location.origin).searchParams.get('after') : null
}

/**
 * Makes a call that needs a reader. When the login is over, the page is told.
 * @throws {FetchFailed} for every refusal, and what fetch throws when there is no answer
 */
export async function callAsReader<E extends Endpoint>(
  endpoint: E,
  ...request: RequestArgument<E>
): Promise<Answer<E>> {
  const response = await authFetch(endpoint, ...request)
  if (response?.ok) return response
  if (response?.status === 404) throw new FetchFailed(response)
  await useSession.getState().fetchUser()
  const { status, message } = errors.session_over
  throw new FetchFailed(response ?? Response.json({ code: 'session_over', message }, { status }))
}
