import type { AuditLogAction } from '#contract/audit-log-actions.ts'
import type { HandlerInput } from '#contract/endpoint.ts'
import {
  type CommentApprovalPolicy,
  commentApprovalPolicies,
  type DeskComment,
  deskCommentSchema,
  type ModerationFilter,
  type moderateComment,
} from '#contract/moderation.ts'
import { buildAccountsQuery } from '../../db/accounts.ts'
import { recordAction } from '../../db/audit-log.ts'
import { countQueryRows } from '../../db/count-query-rows.ts'
import type { Database, DatabaseOrTx } from '../../db/database.ts'
import { createId } from '../../db/ids.ts'
import { readPageNewestFirst } from '../../db/read-list-page.ts'
import { retryOnce } from '../../db/retry-transaction.ts'
import { readSetting, writeSetting } from '../../db/settings.ts'
import type { Actor } from '../../http/actor.ts'
import { Refusal } from '../../http/failures.ts'
import { getOnlyRow, mergeDamagedRows, presentRows } from '../../http/present-rows.ts'
import type { InboxSource } from '../define-feature.ts'
import { applyCommentChange, lockPageAndGetComment } from './change-comment.ts'
import type { CommentContext } from './comment-context.ts'
import { buildCommentRowsQuery, getAuthorName, presentFullComment } from './comment-rows.ts'
import { cleanCommentText } from './comment-text.ts'

/** Lists comments for moderation, newest first. @returns a page of comments and the cursor of the next page */
export async function readDeskCommentsPage(
  context: CommentContext,
  { filter, cursor }: { filter: ModerationFilter; cursor?: string | undefined },
) {
  let query = moderatedRows(context.db)
  if (filter === 'waiting') query = query.where('comments.state', '=', 'pending')
  if (filter === 'hidden') query = query.where('comments.state', '=', 'hidden')
  if (filter === 'reported') query = query.where('comments.id', 'in', reported(context.db))
  const { rows, next } = await readPageNewestFirst(query, 'comments.id', cursor)
  const { shown, damaged } = await present(context, context.db, rows)
  return { comments: shown, damaged, next }
}

async function getDeskComment(context: CommentContext, db: DatabaseOrTx, id: string): Promise<DeskComment> {
  const rows = await moderatedRows(db).where('comments.id', '=', id).execute()
  return getOnlyRow(await present(context, db, rows))
}

export async function countModerationQueue(db: DatabaseOrTx): Promise<{ waiting: number; reported: number }> {
  const waiting = await countQueryRows(db.selectFrom('comments').where('state', '=', 'pending'))
  const { count } = await db
    .selectFrom('comment_reports')
    .select(({ fn }) => fn.count<number>('comment_id').distinct().as('count'))
    .where('resolved_at', 'is', null)
    .executeTakeFirstOrThrow()
  return { waiting, reported: count }
}

/** The comments that wait for approval, and those with unresolved reports. */
export const createCommentInboxSource = (context: CommentContext): InboxSource => ({
  kind: 'comment',
  count: async (db) => {
    const { waiting } = await countModerationQueue(db)
    const others = db.selectFrom('comments').where('id', 'in', reported(db)).where('state', 'in', ['visible', 'hidden'])
    return waiting + (await countQueryRows(others))
  },
  list: async () => {
    const lists = [
      await readDeskCommentsPage(context, { filter: 'waiting' }),
      await readDeskCommentsPage(context, { filter: 'reported' }),
    ]
    const comments = new Map(
      lists.flatMap(({ comments }) => comments.map((moderated) => [moderated.comment.id, moderated])),
    )
    const shown = [...comments.values()].map((moderated) => {
      const { id, author: title, content: text, createdAt: at } = moderated.comment
      return { kind: 'comment' as const, id, at, title, text, to: '/desk/moderation', comment: moderated }
    })
    return { shown, damaged: mergeDamagedRows(...lists.map(({ damaged }) => ({ shown: [], damaged }))) }
  },
})

const reported = (db: DatabaseOrTx) =>
  db.selectFrom('comment_reports').select('comment_id').where('resolved_at', 'is', null)

const moderatedRows = (db: DatabaseOrTx) =>
  buildCommentRowsQuery(db)
    .select(['comments.spam_score', 'comments.spam_reasons'])
    .select(['author.email', 'author.created_at as joined_at', 'author.banned_at'])
    .where('comments.state', '!=', 'deleted')

type Row = Awaited<ReturnType<ReturnType<typeof moderatedRows>['executeTakeFirstOrThrow']>>

async function present(context: CommentContext, db: DatabaseOrTx, rows: readonly Row[]) {
  const reports = await listReports(db, rows)
  const visible = await countVisible(db, rows)
  const parents = await listParentComments(db, rows)
  return presentRows('comment', deskCommentSchema, rows, (row) => ({
    comment: presentFullComment(row, context),
    state: row.state as DeskComment['state'],
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
    inReplyTo: parents.get(row.parent_id ?? '') ?? null,
  }))
}

/** Returns the reports of each comment, by the id of the comment. */
async function listReports(db: DatabaseOrTx, comments: readonly Row[]): Promise<Map<string, DeskComment['reports']>> {
  const rows = await db
    .selectFrom('comment_reports')
    .innerJoin(buildAccountsQuery(db).as('reporter'), 'reporter.id', 'comment_reports.user_id')
    .select(['comment_id', 'reporter.name as by', 'reason', 'comment_reports.created_at as at', 'resolved_at'])
    .where('comment_id', 'in', distinctIds(comments, 'id'))
    .orderBy('comment_reports.id')
    .execute()
  const reports = rows.map(({ resolved_at, ...report }) => ({ ...report, resolved: resolved_at !== null }))
  return Map.groupBy(reports, ({ comment_id: id }) => id)
}

/** Returns the number of visible comments of each author, by the author's id. */
async function countVisible(db: DatabaseOrTx, comments: readonly Row[]): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('comments')
    .select(({ fn }) => ['user_id', fn.countAll<number>().as('count')])
    .where('user_id', 'in', distinctIds(comments, 'user_id'))
    .where('state', '=', 'visible')
    .groupBy('user_id')
    .execute()
  return new Map(rows.map(({ user_id: id, count }) => [id ?? '', count]))
}

/** Returns the author and the text of each parent comment, by its id. */
async function listParentComments(db: DatabaseOrTx, comments: readonly Row[]) {
  const rows = await buildCommentRowsQuery(db)
    .where('comments.id', 'in', distinctIds(comments, 'parent_id'))
    .where('comments.state', '!=', 'deleted')
    .execute()
  return new Map(rows.map((row) => [row.id, { author: getAuthorName(row), content: row.content }]))
}

/** Returns the distinct ids in a column, and an empty id, because databases refuse an empty list. */
function distinctIds(comments: readonly Row[], column: 'id' | 'user_id' | 'parent_id'): string[] {
  return [...new Set(['', ...comments.flatMap((row) => row[column] ?? [])])]
}

const actions: Record<DeskComment['state'], AuditLogAction> = {
  visible: 'comment approved',
  hidden: 'comment hidden',
  pending: 'comment put back',
}

type Decision = { id: string } & HandlerInput<typeof moderateComment>['body']

/**
 * Sets the state of a comment and resolves or reopens its reports; a repeated call changes nothing.
 * @throws {Refusal} not_found; comment_changed when the text was edited meanwhile and the admin approves the comment,
 *   or keeps it despite reports
 */
export async function setCommentStateAndReports(
  context: CommentContext,
  actor: Actor,
  { id, state, reportsResolved, editedAt }: Decision,
): Promise<DeskComment> {
  const { db, pages, events } = context
  return db.transaction().execute(async (tx) => {
    const row = await lockPageAndGetComment(tx, id)
    const { numUpdatedRows } = await tx
      .updateTable('comment_reports')
      .set({ resolved_at: reportsResolved ? Date.now() : null })
      .where('comment_id', '=', id)
      .where('resolved_at', reportsResolved ? 'is' : 'is not', null)
      .executeTakeFirst()
    const isKept = reportsResolved && numUpdatedRows > 0n
    const isAccepted = state === 'visible' && (row.state !== 'visible' || isKept)
    if (isAccepted && editedAt !== undefined && editedAt !== row.edited_at) throw new Refusal('comment_changed')
    const record = (action: AuditLogAction) => {
      const target = { id, name: `${getAuthorName(row)} on ${pages.describe(row.page).title}` }
      return recordAction(tx, { actor, action, target })
    }
    if (row.state !== state) {
      await record(actions[state])
      const write = () => tx.updateTable('comments').set({ state }).where('id', '=', id).execute()
      await applyCommentChange(tx, context, row, write)
    } else if (numUpdatedRows > 0n) await record(reportsResolved ? 'reports dealt with' : 'reports opened again')
    await events.publish(tx, 'moderation.changed')
    return getDeskComment(context, tx, id)
  })
}

const KEY = 'comment-policy'

const descriptions: Record<CommentApprovalPolicy, string> = {
  first: 'the first of each reader waits',
  all: 'every comment waits',
  none: 'no comment waits',
}

export async function readApprovalPolicy(db: DatabaseOrTx): Promise<CommentApprovalPolicy> {
  const value = await readSetting(db, KEY)
  return commentApprovalPolicies.find((policy) => policy === value) ?? 'first'
}

/** Changes which new comments wait for approval. Comments that already wait are not changed. */
export async function changeSiteApprovalPolicy(
  db: Database,
  actor: Actor,
  policy: CommentApprovalPolicy,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    if ((await readApprovalPolicy(tx)) === policy) return
    await writeSetting(tx, KEY, policy)
    await recordAction(tx, {
      actor,
      action: 'comment policy changed',
      target: { id: null, name: 'Comments' },
      detail: descriptions[policy],
    })
  })
}

/**
 * Returns whether a new or edited comment must wait for approval. @param first whether the author has neither a
 * visible comment nor a completed order
 */
export function needsApprovalByPolicy(
  policy: CommentApprovalPolicy,
  { roles }: Pick<Actor, 'roles'>,
  first: boolean,
): boolean {
  if (policy === 'none' || roles.includes('Admin')) return false
  return policy === 'all' || (first && !roles.includes('Partner'))
}

/**
 * Reports a comment. A further report by the same reader counts only when the comment was kept and then edited.
 * @throws {Refusal} not_found unless the comment is public
 */
export async function reportComment({ db, events }: CommentContext, { userId }: Actor, id: string, text: string) {
  const reason = cleanCommentText(text)
  const report = async () => {
    const comment = await db
      .selectFrom('comments')
      .select(['user_id', 'state', 'readable', 'edited_at'])
      .where('id', '=', id)
      .executeTakeFirst()
    const isOwn = comment?.user_id === userId
    if (!comment?.readable && !(isOwn && comment.state === 'pending')) throw new Refusal('not_found')
    if (isOwn) return
    await db
      .insertInto('comment_reports')
      .values({ id: createId(), comment_id: id, user_id: userId, reason, created_at: Date.now() })
      .onConflict((conflict) =>
        conflict.columns(['comment_id', 'user_id']).doUpdateSet(({ eb, ref }) => ({
          reason,
          resolved_at: eb
            .case()
            .when('comment_reports.resolved_at', '<=', comment.edited_at ?? 0)
            .then(null)
            .else(ref('comment_reports.resolved_at'))
            .end(),
        })),
      )
      .execute()
    await events.publish(db, 'moderation.changed')
  }
  // The comment may be deleted between the two queries.
  await retryOnce(report)
}
