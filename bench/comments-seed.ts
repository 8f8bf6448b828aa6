import { buildUuidV7, type InsertRows, type TableRow } from './rows.ts'

/** The number of comments of a database, and how they are distributed over its pages. */
export interface CommentSeedOptions {
  comments: number
  /** The key of the measured page. */
  page: string
  /** The number of comments of the measured page. */
  onPage: number
  /** The keys of the pages that share the remaining comments equally. */
  otherPages: readonly string[]
  /** The number of comments that wait for approval. */
  waiting: number
}

const THREAD = 5
const COMMENTS_A_READER = 10
const REPORTS = 100
const NOTICES = 5
/** The time of the first comment. One comment follows each minute. */
const FIRST = Date.UTC(2020, 0, 1)
const words = 'The seed of a comment is a sentence that somebody has read before. '.repeat(8)

/**
 * Inserts comments directly into the tables of a database that the site has created. The comments form threads of five
 * and are 40 to 400 characters long. Their times are one minute apart, and each reader has written ten comments. The
 * comments of the measured page are spread evenly among the others. 100 comments have a report, and five notices are
 * active. Uses no random values, so the same `shape` gives the same database.
 */
export async function seedComments(insert: InsertRows, shape: CommentSeedOptions): Promise<void> {
  const counts = new Map<string, number>()
  await insert('users', readers(shape))
  await insert('comments', comments(shape, counts))
  await insert('comment_pages', pageRows(counts))
  await insert('comment_reports', reports(shape))
  await insert('notices', notices())
}

const timeOf = (i: number) => FIRST + i * 60_000

const idOf = (kind: number, i: number) => buildUuidV7(timeOf(i), kind, i)
const readerOf = (i: number) => idOf(1, i)
const commentOf = (i: number) => idOf(2, i)

const readersIn = ({ comments }: CommentSeedOptions) => Math.ceil(comments / COMMENTS_A_READER)

function* readers(shape: CommentSeedOptions): Generator<TableRow> {
  for (let i = 0; i < readersIn(shape); i++) {
    const email = `seed-${i}@example.org`
    const person = { id: readerOf(i), name: `Reader ${i}`, email, email_key: email, is_guest: 0, created_at: FIRST }
    yield { ...person, password_hash: null, picture_id: null, banned_at: null, ban_reason: null }
  }
}

function* comments(shape: CommentSeedOptions, counts: Map<string, number>): Generator<TableRow> {
  const { comments: total, page: measured, onPage, otherPages, waiting } = shape
  const waits = waiting === 0 ? Number.POSITIVE_INFINITY : Math.floor(total / THREAD / waiting)
  const readers = readersIn(shape)
  let elsewhere = 0
  for (let i = 0; i < total; i++) {
    const thread = Math.floor(i / THREAD)
    const place = i % THREAD
    // Spreads the threads of the measured page evenly among the threads of the other pages.
    const isHere = Math.floor(((thread + 1) * onPage) / total) > Math.floor((thread * onPage) / total)
    if (!isHere && place === 0) elsewhere++
    const page = isHere ? measured : (otherPages[elsewhere % otherPages.length] ?? measured)
    const isWaiting = place === THREAD - 1 && thread % waits === 0
    const length = 40 + ((i * 37) % 361)
    if (!isWaiting) counts.set(page, (counts.get(page) ?? 0) + 1)
    yield {
      id: commentOf(i),
      page,
      thread_id: commentOf(thread * THREAD),
      parent_id: place === 0 ? null : commentOf(i - 1),
      // Shifts the reader by one after every COMMENTS_A_READER comments. Without the shift, the equally spaced comments
      // of the measured page could all have the same few authors.
      user_id: readerOf((i + Math.floor(i / COMMENTS_A_READER)) % readers),
      author_name: null,
      content: words.slice(0, length),
      content_hash: `seed-${i}`,
      created_at: timeOf(i),
      edited_at: null,
      state: isWaiting ? 'pending' : 'visible',
      readable: isWaiting ? 0 : 1,
      listed: isWaiting ? 0 : 1,
      spam_score: 0,
      spam_reasons: '[]',
      post_key: null,
      source: null,
      // Without this time, the site would announce all replies at each start.
      reply_mailed_at: place === 0 || isWaiting ? null : timeOf(i),
    }
  }
}

function* pageRows(counts: ReadonlyMap<string, number>): Generator<TableRow> {
  for (const [page, count] of counts) yield { page, count, version: FIRST }
}

function* reports({ comments: total }: CommentSeedOptions): Generator<TableRow> {
  for (let i = 0; i < REPORTS; i++) {
    const reported = Math.floor((i * total) / REPORTS / THREAD) * THREAD
    const at = { created_at: FIRST, resolved_at: null }
    yield { id: idOf(3, i), comment_id: commentOf(reported), user_id: readerOf(0), reason: 'Spam', ...at }
  }
}

function* notices(): Generator<TableRow> {
  for (let i = 0; i < NOTICES; i++) {
    const kind = { priority: 'normal', audience: 'everyone', links: '[]', is_sample: 0 }
    const times = { starts_at: FIRST, ends_at: null, withdrawn_at: null, created_at: FIRST }
    yield { id: idOf(4, i), message: `Notice ${i}`, ...kind, ...times }
  }
}
