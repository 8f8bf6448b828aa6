import { LRUCache } from 'lru-cache'
import { listComments as listCommentsCall } from '#contract/comments.ts'
import { type Actor, mayCall } from '../../http/actor.ts'
import type { SitePage } from '../../http/build-output.ts'
import { Refusal } from '../../http/failures.ts'
import { PreparedBody } from '../../http/prepared-body.ts'
import type { DamagedRow } from '../../http/present-rows.ts'
import type { CommentContext } from './comment-context.ts'
import { findThread, type ListQuery, listComments, listWaiting, mergeWaiting, readCursor } from './list-comments.ts'
import { entityTag, type PageFacts, pageFactsReader } from './page-facts.ts'

const CACHE_BYTES = 8 * 1024 * 1024

interface PreparedList {
  /** The version of the page when the list was read, or an earlier one. */
  version: number
  body: PreparedBody
  headers: Readonly<Record<string, string>>
  damaged: DamagedRow[] | undefined
}

/** A request for a list, and its caller. */
export interface ListRequest {
  pageUrl: string
  after?: string | undefined
  thread?: string | undefined
  actor: Actor | null
}

/**
 * Returns the handler of `GET /comments/:pageUrl`. The public list is made once for each version of the page and cached
 * as the bytes that are sent. Every request reads the version from the database, so several processes agree at once.
 */
export function listAnswers(context: CommentContext) {
  const { db, pages } = context
  const cache = new LRUCache<string, PreparedList>({
    maxSize: CACHE_BYTES,
    sizeCalculation: ({ body }) => body.bytes.length,
  })
  const readFacts = pageFactsReader(db)

  async function prepareList(listQuery: ListQuery, facts: PageFacts): Promise<PreparedList> {
    const { version } = facts
    const key = [listQuery.page, listQuery.after?.threadId, listQuery.after?.id, listQuery.thread].join(' ')
    const cached = cache.get(key)
    if (cached?.version === version) return cached
    const { comments, damaged, next } = await listComments(db, listQuery, context)
    const body = new PreparedBody(listCommentsCall.replies[200], comments)
    const etag = entityTag(context.buildVersion, facts)
    const list = { version, body, damaged, headers: { ...listHeaders(listQuery, facts, next), etag } }
    cache.set(key, list)
    return list
  }

  return async ({ pageUrl, after, thread, actor }: ListRequest) => {
    const page = pages.get(pageUrl)
    admit(page, actor)
    const listQuery: ListQuery = {
      page: page.key,
      after: after === undefined ? undefined : readCursor(after),
      thread: thread === undefined ? undefined : await findThread(db, page.key, thread, actor?.userId ?? null),
    }
    const facts = await readFacts(page.key)
    const waiting = actor ? await listWaiting(db, actor.userId, listQuery) : []
    if (waiting.length > 0) {
      const list = await listComments(db, listQuery, context)
      const body = mergeWaiting(list, waiting, listQuery, context)
      return { status: 200, body, headers: listHeaders(listQuery, facts, list.next), damaged: list.damaged } as const
    }
    const { body, headers, damaged } = await prepareList(listQuery, facts)
    return { status: 200, body, headers, damaged } as const
  }
}

/**
 * Refuses the comments of a private page to callers who may not read the page.
 * @throws {Refusal} unauthenticated, forbidden
 */
export function admit(page: SitePage, actor: Actor | null): void {
  if (!page.private) return
  if (!actor) throw new Refusal('unauthenticated')
  if (!mayCall('reader', actor.roles)) throw new Refusal('forbidden')
}

function listHeaders({ page, thread }: ListQuery, { count }: PageFacts, next: string | null): Record<string, string> {
  const query = new URLSearchParams({ ...(thread && { thread }), ...(next && { after: next }) })
  return {
    'cache-control': 'no-cache',
    vary: 'origin, authorization, accept-encoding',
    'x-total-count': String(count),
    ...(next && { link: `</comments/${encodeURIComponent(page)}?${query}>; rel="next"` }),
  }
}
