import { createHash } from 'node:crypto'
import { v7 } from 'uuid'
import { NAME_LENGTH_MAX } from '#contract/limits.ts'
import type { Database } from '../../../db/database.ts'
import { cleanCommentText, toContentColumns } from '../comment-text.ts'
import { lockCommentPage, recomputeVisibility } from '../recompute-visibility.ts'
import type { ImportPlan, PlannedComment } from './plan.ts'
import type { CommentSource, SourceComment } from './source.ts'

/**
 * The number of rows written in one transaction. The number is small, because a running site waits for each
 * transaction.
 */
const BATCH = 500

export interface ImportCounts {
  imported: number
  existing: number
}

interface Row {
  comment: SourceComment
  plan: PlannedComment & { page: string }
}

/**
 * Writes the planned comments in batches. Existing comments are not changed, so an interrupted import can be run again.
 */
export async function writeComments(
  db: Database,
  source: CommentSource,
  plan: ImportPlan,
  dry: boolean,
  onWritten: (comments: number) => void,
): Promise<ImportCounts> {
  const result = { imported: 0, existing: 0 }
  const written = new Set<PlannedComment>()
  let batch: Row[] = []
  const write = async () => {
    const imported = await (dry ? countNew(db, source, batch) : insert(db, source, batch))
    result.imported += imported
    result.existing += batch.length - imported
    batch = []
    onWritten(result.imported + result.existing)
  }
  for await (const comment of source.read(() => {})) {
    const planned = plan.comments.get(comment.id)
    if (!planned || planned.page === null || written.has(planned)) continue
    written.add(planned)
    batch.push({ comment, plan: planned as Row['plan'] })
    if (batch.length === BATCH) await write()
  }
  if (batch.length > 0) await write()
  return result
}

async function countNew(db: Database, source: CommentSource, batch: readonly Row[]): Promise<number> {
  const ids = batch.map(({ plan }) => idOf(plan, source))
  const sources = batch.flatMap(({ comment }) => comment.source ?? [])
  const existing = await db
    .selectFrom('comments')
    .select(['id', 'source'])
    .where((eb) => eb.or([eb('id', 'in', ids), ...(sources.length > 0 ? [eb('source', 'in', sources)] : [])]))
    .execute()
  const taken = new Set(existing.flatMap(({ id, source }) => [id, ...(source === null ? [] : [source])]))
  return batch.filter(({ comment }, i) => !taken.has(ids[i] ?? '') && !taken.has(comment.source ?? '')).length
}

function insert(db: Database, source: CommentSource, batch: readonly Row[]): Promise<number> {
  const rows = batch.map((row) => rowOf(row, source))
  return db.transaction().execute(async (tx) => {
    for (const page of [...new Set(rows.map(({ page }) => page))].sort()) await lockCommentPage(tx, page)
    const added = await tx
      .insertInto('comments')
      .values(rows)
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .execute()
    const ids = added.map(({ id }) => id)
    if (ids.length > 0) await recomputeVisibility(tx, { ids })
    return ids.length
  })
}

function rowOf({ comment, plan }: Row, source: CommentSource) {
  return {
    id: idOf(plan, source),
    page: plan.page,
    thread_id: idOf(plan.root, source),
    parent_id: plan.above ? idOf(plan.above, source) : null,
    author_name: comment.state === 'deleted' ? null : nameOf(comment.author),
    ...toContentColumns(comment.content),
    created_at: comment.createdAt,
    edited_at: comment.editedAt,
    state: comment.state,
    readable: 0,
    listed: 0,
    spam_score: 0,
    spam_reasons: '[]',
    source: comment.source,
  } as const
}

/**
 * Returns the id that a comment gets on this site. Every run gives a comment the same id. Ids sort by time; ids of the
 * same time sort by the comment's number in the file. The id of a reply sorts after the id of the first comment of
 * its thread.
 */
function idOf(plan: PlannedComment, source: CommentSource): string {
  if (source.kind === 'json') return plan.id
  const { root, createdAt } = plan
  const msecs = plan === root ? createdAt : Math.max(createdAt, root.createdAt + 1)
  return v7({ msecs, seq: Number(BigInt(plan.id) & 0xffffffffn), random: digest(source.kind, plan.id) })
}

const digest = (kind: string, id: string) => createHash('sha256').update(`${kind}:${id}`).digest().subarray(0, 16)

function nameOf(author: string): string {
  const name = cleanCommentText(author).replace(/\s+/g, ' ')
  return [...name].slice(0, NAME_LENGTH_MAX).join('') || 'Anonymous'
}
