import type { FastifyInstance } from 'fastify'
import { Feed } from 'feed'
import { site } from '#site'
import type { SitePage } from '../http/build-output.ts'
import { namesTag } from '../http/entity-tags.ts'
import { escapeHtml } from '../http/escape-html.ts'
import { Refusal } from '../http/failures.ts'
import { AnswerCache, type CachedAnswer } from './answer-cache.ts'
import type { CommentContext } from './comment-context.ts'
import { authorOf, type CommentRow, commentRows } from './comment-rows.ts'
import { commentHtml } from './markup-html.ts'
import { type PageFacts, pageFactsReader, tagOf } from './page-facts.ts'

/** How many of the newest comments a feed has. */
const ENTRIES = 50
const CACHE_BYTES = 4 * 1024 * 1024

/** Serves a feed of each page's comments, in Atom; of a private page there is none. */
export function commentFeedRoutes(scope: FastifyInstance, context: CommentContext): void {
  const cache = new AnswerCache<CachedAnswer>(CACHE_BYTES)
  const factsOf = pageFactsReader(context.db)

  async function feedOf(page: SitePage, facts: PageFacts): Promise<CachedAnswer> {
    const known = cache.find(page.key, facts.version)
    if (known) return known
    const rows = await commentRows(context.db)
      .where('comments.page', '=', page.key)
      .where('comments.readable', '=', 1)
      // Not by the id: Postgres would look for the newest of the page among those of all pages.
      .orderBy('comments.created_at', 'desc')
      .orderBy('comments.id', 'desc')
      .limit(ENTRIES)
      .execute()
    const answer = { version: facts.version, body: { bytes: Buffer.from(atomOf(context, page, facts, rows)) } }
    cache.keep(page.key, answer)
    return answer
  }

  scope.get<{ Params: { pageUrl: string } }>('/comments/:pageUrl/feed.xml', async ({ params, headers }, reply) => {
    const page = context.pages.get(params.pageUrl)
    if (page.private) throw new Refusal('not_found')
    const facts = await factsOf(page.key)
    const etag = tagOf(context.buildVersion, facts)
    reply.headers({ etag, 'cache-control': 'no-cache' })
    const condition = headers['if-none-match']
    if (condition && namesTag(condition, etag)) return reply.code(304).send()
    const { body } = await feedOf(page, facts)
    return reply.type('application/atom+xml; charset=utf-8').send(body.bytes)
  })
}

function atomOf({ origin }: CommentContext, page: SitePage, { version }: PageFacts, rows: CommentRow[]): string {
  const link = origin + page.path
  const feed = new Feed({
    id: `${link}#comments`,
    link: `${link}#comments`,
    title: `Comments on ${page.title}`,
    language: site.language,
    copyright: 'Their authors',
    generator: site.name,
    // A version is the time of the last change.
    updated: new Date(version),
    feedLinks: { atom: `${origin}/comments/${encodeURIComponent(page.key)}/feed.xml` },
  })
  for (const row of rows) {
    const address = `${link}#comment-${row.id}`
    const author = plain(authorOf(row))
    feed.addItem({
      id: address,
      link: address,
      title: escapeHtml(`${author} on ${page.title}`),
      content: commentHtml(plain(row.content)),
      author: [{ name: author }],
      published: new Date(row.created_at),
      date: new Date(row.edited_at ?? row.created_at),
    })
  }
  return feed.atom1()
}

/** What XML 1.0 2.2 has no place for. */
const plain = (text: string) => text.replace(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, '')
