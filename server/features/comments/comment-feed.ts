import type { FastifyInstance } from 'fastify'
import { Feed } from 'feed'
import { LRUCache } from 'lru-cache'
import { getCommentAtomFeed } from '#contract/comments.ts'
import { escapeHtml, removeInvalidXmlCharacters } from '#contract/escape-html.ts'
import { site } from '#site'
import type { Database } from '../../db/database.ts'
import type { SitePage } from '../../http/build-output.ts'
import { matchesEntityTag } from '../../http/entity-tags.ts'
import { Refusal } from '../../http/failures.ts'
import { createEndpointRateLimits } from '../../http/rate-limits.ts'
import { xmlSecurityHeaders } from '../../http/security-headers.ts'
import type { CommentContext } from './comment-context.ts'
import { type CommentListSummary, createCommentListSummaryReader, createEntityTag } from './comment-list-summary.ts'
import { buildCommentRowsQuery, type CommentRow, getAuthorName } from './comment-rows.ts'
import { renderCommentHtml } from './comment-text.ts'

const ENTRIES = 50
const CACHE_BYTES = 4 * 1024 * 1024

type FeedRow = CommentRow & { content_html: string | null }

/** Serves an Atom feed of the comments of each public page. */
export function commentFeedRoutes(scope: FastifyInstance, context: CommentContext): void {
  /** The cached feeds. Simultaneous requests share one feed. */
  const feeds = new LRUCache<string, Buffer, { page: SitePage; summary: CommentListSummary }>({
    maxSize: CACHE_BYTES,
    sizeCalculation: ({ length }) => length,
    ignoreFetchAbort: true,
    fetchMethod: (_key, _stale, { context: { page, summary } }) => writeFeed(page, summary),
  })
  const readSummary = createCommentListSummaryReader(context.db)

  const limits = createEndpointRateLimits(scope, getCommentAtomFeed)

  async function writeFeed(page: SitePage, summary: CommentListSummary): Promise<Buffer> {
    const rows = await buildCommentRowsQuery(context.db)
      .select('comments.content_html')
      .where('comments.page', '=', page.key)
      .where('comments.readable', '=', 1)
      // Not sorted by id alone: Postgres would then read the comments of all pages to find the newest of one page.
      .orderBy('comments.created_at', 'desc')
      .orderBy('comments.id', 'desc')
      .limit(ENTRIES)
      .execute()
    return Buffer.from(writeAtom(context, page, summary, await withHtml(context.db, rows)))
  }

  scope.get<{ Params: { pageUrl: string } }>(getCommentAtomFeed.path, async (request, reply) => {
    await limits.byAddress(request)
    const { params, headers } = request
    const page = context.pages.get(params.pageUrl)
    if (page.private) throw new Refusal('not_found')
    const summary = await readSummary(page.key)
    const etag = createEntityTag(context.build.version, summary)
    reply.headers({ ...xmlSecurityHeaders, etag, 'cache-control': 'no-cache' })
    const condition = headers['if-none-match']
    if (condition && matchesEntityTag(condition, etag)) return reply.code(304).send()
    const feed = await feeds.forceFetch(`${page.key} ${etag}`, { context: { page, summary } })
    return reply.type('application/atom+xml; charset=utf-8').send(feed)
  })
}

/** Creates and stores the missing HTML of comments. */
async function withHtml(db: Database, rows: FeedRow[]): Promise<FeedRow[]> {
  for (const row of rows) {
    if (row.content_html !== null) continue
    row.content_html = renderCommentHtml(row.content)
    await db
      .updateTable('comments')
      .set({ content_html: row.content_html })
      .where('id', '=', row.id)
      .where('content', '=', row.content)
      .execute()
  }
  return rows
}

function writeAtom(
  { origin }: CommentContext,
  page: SitePage,
  { version }: CommentListSummary,
  rows: FeedRow[],
): string {
  const link = origin + page.path
  const feed = new Feed({
    id: `${link}#comments`,
    link: `${link}#comments`,
    title: `Comments on ${page.title}`,
    language: site.language,
    copyright: 'Their authors',
    generator: site.name,
    // The version of a page is at least the time of its last change.
    updated: new Date(version),
    feedLinks: { atom: `${origin}/comments/${encodeURIComponent(page.key)}/feed.xml` },
  })
  for (const row of rows) {
    const address = `${link}#comment-${row.id}`
    const author = removeInvalidXmlCharacters(getAuthorName(row))
    feed.addItem({
      id: address,
      link: address,
      title: escapeHtml(`${author} on ${page.title}`),
      content: row.content_html ?? '',
      author: [{ name: author }],
      published: new Date(row.created_at),
      date: new Date(row.edited_at ?? row.created_at),
    })
  }
  return feed.atom1()
}
