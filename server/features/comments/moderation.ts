import { type ModeratedComment, type ModerationFilter, moderatedComment } from '#contract/moderation.ts'
import type { Queries } from '../../db/database.ts'
import { profiles } from '../../db/profiles.ts'
import { readPage } from '../../db/read-page.ts'
import { Refusal } from '../../http/failures.ts'
import { onlyPresented, type Presented, presentRows } from '../../http/present-rows.ts'
import type { CommentContext } from './comment-context.ts'
import { authorOf, commentRows, presentComment } from './comment-rows.ts'

/** Lists the comments for a moderator, newest first. @returns a page of them and the cursor of the next */
export async function listModerated(
  context: CommentContext,
  { filter, cursor }: { filter: ModerationFilter; cursor?: string | undefined },
) {
  let query = moderatedRows(context.db)
  if (filter === 'waiting') query = query.where('comments.state', '=', 'pending')
  if (filter === 'hidden') query = query.where('comments.state', '=', 'hidden')
  if (filter === 'reported') query = query.where('comments.id', 'in', reported(context.db))
  if (cursor !== undefined) query = query.where('comments.id', '<', cursor)
  const { rows, next } = await readPage(query.orderBy('comments.id', 'desc'), ({ id }) => id)
  const { shown, damaged } = await present(context, context.db, rows)
  return { comments: shown, damaged, next }
}

/**
 * Returns one comment for a moderator.
 * @param db the database, or the transaction that judges the comment
 * @throws {Refusal} not_found
 */
export async function getModeratedComment(context: CommentContext, db: Queries, id: string): Promise<ModeratedComment> {
  const rows = await moderatedRows(db).where('comments.id', '=', id).execute()
  const comment = onlyPresented(await present(context, db, rows))
  if (!comment) throw new Refusal('not_found')
  return comment
}

/** Counts the comments that wait for approval, and those with open reports. */
export async function countModeration(db: Queries): Promise<{ waiting: number; reported: number }> {
  const { waiting } = await db
    .selectFrom('comments')
    .select(({ fn }) => fn.countAll<number>().as('waiting'))
    .where('state', '=', 'pending')
    .executeTakeFirstOrThrow()
  const { count } = await db
    .selectFrom('comment_reports')
    .select(({ fn }) => fn.count<number>('comment_id').distinct().as('count'))
    .where('resolved_at', 'is', null)
    .executeTakeFirstOrThrow()
  return { waiting, reported: count }
}

const reported = (db: Queries) => db.selectFrom('comment_reports').select('comment_id').where('resolved_at', 'is', null)

const moderatedRows = (db: Queries) =>
  commentRows(db)
    .select(['comments.spam_score', 'comments.spam_reasons'])
    .select(['author.email', 'author.created_at as joined_at', 'author.banned_at'])
    .where('comments.state', '!=', 'deleted')

type Row = Awaited<ReturnType<ReturnType<typeof moderatedRows>['executeTakeFirstOrThrow']>>

async function present(
  context: CommentContext,
  db: Queries,
  rows: readonly Row[],
): Promise<Presented<ModeratedComment>> {
  const reports = await listReports(db, rows)
  const visible = await countVisible(db, rows)
  const answered = await listAnswered(db, rows)
  return presentRows('comment', moderatedComment, rows, (row) => ({
    comment: presentComment(row, context),
    state: row.state as ModeratedComment['state'],
    page: context.pages.describe(row.page),
    spam: { score: row.spam_score, reasons: JSON.parse(row.spam_reasons) as string[] },
    reports: reports.get(row.id) ?? [],
    author:
      row.user_id === null
        ? null
        : {
            id: row.user_id,
            email: row.email ?? '',
            joinedAt: row.joined_at ?? 0,
            comments: visible.get(row.user_id) ?? 0,
            bannedAt: row.banned_at,
          },
    inReplyTo: answered.get(row.parent_id ?? '') ?? null,
  }))
}

/** Returns the reports of each comment by the comment's id. */
async function listReports(db: Queries, comments: readonly Row[]): Promise<Map<string, ModeratedComment['reports']>> {
  const rows = await db
    .selectFrom('comment_reports')
    .innerJoin(profiles(db).as('reporter'), 'reporter.id', 'comment_reports.user_id')
    .select(['comment_id', 'reporter.name', 'reason', 'comment_reports.created_at', 'resolved_at'])
    .where('comment_id', 'in', distinctIds(comments, 'id'))
    .orderBy('comment_reports.id')
    .execute()
  const grouped = Map.groupBy(rows, ({ comment_id: id }) => id)
  const presentReport = (row: (typeof rows)[number]) => ({
    by: row.name,
    reason: row.reason,
    at: row.created_at,
    resolved: row.resolved_at !== null,
  })
  return new Map([...grouped].map(([id, reports]) => [id, reports.map(presentReport)]))
}

/** Returns the number of visible comments of each author by the author's id. */
async function countVisible(db: Queries, comments: readonly Row[]): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('comments')
    .select(({ fn }) => ['user_id', fn.countAll<number>().as('count')])
    .where('user_id', 'in', distinctIds(comments, 'user_id'))
    .where('state', '=', 'visible')
    .groupBy('user_id')
    .execute()
  return new Map(rows.map(({ user_id: id, count }) => [id ?? '', count]))
}

/** Returns the author and the text of each answered comment by its id. */
async function listAnswered(db: Queries, comments: readonly Row[]) {
  const rows = await commentRows(db)
    .where('comments.id', 'in', distinctIds(comments, 'parent_id'))
    .where('comments.state', '!=', 'deleted')
    .execute()
  return new Map(rows.map((row) => [row.id, { author: authorOf(row), content: row.content }]))
}

/** Returns the distinct ids in a column, and an empty one, because databases refuse an empty list. */
function distinctIds(comments: readonly Row[], column: 'id' | 'user_id' | 'parent_id'): string[] {
  return [...new Set(['', ...comments.flatMap((row) => row[column] ?? [])])]
}
