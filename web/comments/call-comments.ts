import type { Comment } from '#contract/comments.ts'
import { errors } from '#contract/errors.ts'
import { apiFetch, authFetch, FetchFailed } from '../kit/api.ts'
import { useSession } from '../kit/session.ts'
import type { CommentPage } from './comment-list.ts'

export type CommentsPath = `/comments/${string}`

export const commentsPath = (pageKey: string): CommentsPath => `/comments/${encodeURIComponent(pageKey)}`

/** Fifty comments and their tag, by their address: asked for again they are sent again only when they have changed. */
export type Tagged = Map<string, { tag: string; page: CommentPage }>

/**
 * Asks for fifty comments (S7.09): as the reader, who also gets their own that wait for approval, or as nobody.
 * @throws {FetchFailed} for every refusal, and what fetch throws when there is no answer
 */
export async function fetchComments(path: CommentsPath, tagged: Tagged): Promise<CommentPage> {
  const known = tagged.get(path)
  const init = known ? { headers: { 'if-none-match': known.tag } } : {}
  const asReader = await authFetch(path, init).catch(unchanged)
  // A login that is over is no reason not to read.
  const response = asReader && asReader.status !== 401 ? asReader : await apiFetch(path, init).catch(unchanged)
  if (response.status === 304 && known) return known.page
  if (!response.ok) throw new FetchFailed(response)
  const comments: Comment[] = await response.json()
  const page = {
    comments,
    total: Number(response.headers.get('x-total-count') ?? comments.length),
    next: nextIn(response.headers.get('link')),
  }
  const tag = response.headers.get('etag')
  if (tag) tagged.set(path, { tag, page })
  return page
}

/** Unchanged is an answer like another. */
function unchanged(error: unknown): Response {
  if (error instanceof FetchFailed && error.response.status === 304) return error.response
  throw error
}

/** RFC 8288: where the next fifty are. */
function nextIn(link: string | null): CommentsPath | null {
  const target = link && /<([^>]+)>\s*;[^,]*\brel="?next"?/.exec(link)?.[1]
  if (!target) return null
  const { pathname, search } = new URL(target, window.location.origin)
  return `${pathname}${search}` as CommentsPath
}

/**
 * Makes a call that needs a reader. When the login is over, the page is told.
 * @throws {FetchFailed} for every refusal, and what fetch throws when there is no answer
 */
export async function callAsReader(path: CommentsPath | '/comments', init: RequestInit): Promise<Response> {
  const response = await authFetch(path, init)
  if (response?.ok) return response
  if (response?.status === 404) throw new FetchFailed(response)
  await useSession.getState().fetchUser()
  const { status, message } = errors.session_over
  throw new FetchFailed(response ?? Response.json({ code: 'session_over', message }, { status }))
}
