import type { Page, Route } from '@playwright/test'
import type { Comment } from '../contract/comments.ts'
import { COMMENTS_PER_PAGE } from '../contract/limits.ts'

/** Builds a comment id in the server's format. Greater numbers give greater ids. */
export const buildCommentId = (number: number): string =>
  `01990000-0000-7000-8000-${number.toString(16).padStart(12, '0')}`

/** Builds a comment, by default in a thread of its own. */
export const buildComment = (number: number, { ...rest }: Partial<Comment> = {}): Comment => ({
  id: buildCommentId(number),
  pageUrl: 'seefunk',
  author: `Reader ${number}`,
  authorId: buildCommentId(1_000_000 + number),
  profilePicture: null,
  byAdmin: false,
  content: `Comment number ${number}`,
  createdAt: Date.now() - 3_600_000 + number,
  editedAt: null,
  threadId: buildCommentId(number),
  parentId: null,
  state: 'visible',
  ...rest,
})

const inOrder = (a: Comment, b: Comment) =>
  a.threadId === b.threadId ? (a.id < b.id ? -1 : 1) : a.threadId > b.threadId ? -1 : 1

/**
 * Simulates the server's comments of one page, for situations that are hard to create on the real server. A test may
 * change the state of the simulation.
 */
export async function serveFakeComments(page: Page, comments: Comment[] = [], pageKey = 'seefunk') {
  const double = {
    comments,
    /** With a number, every response has this status. With 'no connection', there is no response. */
    failure: null as number | 'no connection' | null,
    /** The requests for lists, as path and status, such as `/comments/seefunk 304`. */
    asked: [] as string[],
    posted: [] as Record<string, unknown>[],
  }
  const fail = (route: Route) =>
    typeof double.failure === 'number'
      ? route.fulfill({ status: double.failure, json: { code: 'busy', message: 'Too much is going on.' } })
      : route.abort()

  await page.route(new RegExp(`/comments/${pageKey}(\\?|$)`), (route) => {
    if (double.failure) return fail(route)
    const { searchParams, pathname, search } = new URL(route.request().url())
    const all = double.comments.toSorted(inOrder)
    const thread = searchParams.get('thread')
    const threadId = all.find(({ id }) => id === thread)?.threadId
    const found = thread ? all.filter((comment) => comment.threadId === threadId) : all
    const start = Number(searchParams.get('after') ?? 0)
    const json = found.slice(start, start + COMMENTS_PER_PAGE)
    const next = start + COMMENTS_PER_PAGE
    const etag = `"${Buffer.from(JSON.stringify([search, json]))
      .toString('base64')
      .slice(-60)}${json.length}"`
    const status = route.request().headers()['if-none-match'] === etag ? 304 : 200
    double.asked.push(`${pathname}${search} ${status}`)
    const headers = {
      etag,
      'x-total-count': String(all.length),
      ...(next < found.length && { link: `<${pathname}?after=${next}>; rel="next"` }),
    }
    return status === 304 ? route.fulfill({ status, headers }) : route.fulfill({ headers, json })
  })
  await page.route('/comments', (route) => {
    double.posted.push(route.request().postDataJSON())
    return double.failure ? fail(route) : route.fallback()
  })
  return double
}
