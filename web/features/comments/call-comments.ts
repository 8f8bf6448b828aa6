import { listComments } from '#contract/comments.ts'
import { authFetch, FailedResponseError, fetchWithoutSession, type TypedResponse } from '../../api/api.ts'
import type { CommentPage } from './comment-list.ts'

/** The query that selects one page of fifty comments. */
export interface CommentPageParams {
  pageUrl: string
  /** The cursor from the `next` of the previous page; absent for the first page. */
  after?: string | undefined
  /** The id of any comment of a thread. When set, only the comments of this thread are listed. */
  thread?: string | undefined
}

/** Fetched pages of comments with their ETag, by their query. The server answers 304 while a page has not changed. */
export type CommentEtagCache = Map<string, { tag: string; page: CommentPage }>

/**
 * Fetches fifty comments (S7.09). For a reader, the list also contains the reader's own comments that wait for
 * approval.
 * @throws {FailedResponseError} for every refusal, and what fetch throws when there is no response
 */
export async function fetchCommentPage(
  { pageUrl, ...query }: CommentPageParams,
  cache: CommentEtagCache,
): Promise<CommentPage> {
  const key = JSON.stringify([pageUrl, query.after, query.thread])
  const cached = cache.get(key)
  const request = { params: { pageUrl }, query, ...(cached && { headers: { 'if-none-match': cached.tag } }) }
  const asReader = await authFetch(listComments, request).catch(acceptUnchanged)
  // Without a session, or when it has ended, the comments are fetched as for a visitor.
  const response =
    asReader && asReader.status !== 401
      ? asReader
      : await fetchWithoutSession(listComments, request).catch(acceptUnchanged)
  if (response.status === 304 && cached) return cached.page
  if (!response.ok) throw new FailedResponseError(response)
  const comments = await (response as TypedResponse<typeof listComments>).json()
  const page = {
    comments,
    total: Number(response.headers.get('x-total-count') ?? comments.length),
    next: parseNextCursor(response.headers.get('link')),
  }
  const tag = response.headers.get('etag')
  if (tag) cache.set(key, { tag, page })
  return page
}

/** Returns the response of an unchanged page (304), which is not an error here. @throws every other error */
function acceptUnchanged(error: unknown): Response {
  if (error instanceof FailedResponseError && error.response.status === 304) return error.response
  throw error
}

/** Returns the cursor of the next page from a Link header (RFC 8288). */
function parseNextCursor(link: string | null): string | null {
  const target = link && /<([^>]+)>\s*;[^,]*\brel="?next"?/.exec(link)?.[1]
  return target ? new URL(target, window.location.origin).searchParams.get('after') : null
}
