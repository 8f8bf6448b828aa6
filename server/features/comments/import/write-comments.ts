import { createHash } from 'node:crypto'
import { v7 } from 'uuid'
import { NAME_LENGTH_MAX } from '#contract/limits.ts'
import type { Database } from '../../../db/database.ts'
import { cleanText } from '../comment-text.ts'
import { contentColumns } from '../content-columns.ts'
import { lockPage, updateVisibility } from '../update-visibility.ts'
import type { Plan, Planned } from './plan.ts'
import type { CommentSource, SourceComment } from './source.ts'

/** In one transaction: the site, which may be running, waits for no more than these. */
const BATCH = 500

/** What came of the comments that were to be imported. */
export interface Written {
  imported: number
  /** There before. */
  known: number
}

interface Row {
  comment: SourceComment
  plan: Planned & { page: string }
}

/**
 * Reads the file once more and writes what the plan says, a batch in a transaction. What is there already stays as it is,
 * so an import that was cut short goes on when it is run again.
 * @param dry write nothing, and only find out
 */
export async function writeComments(
  db: Database,
  source: CommentSource,
  plan: Plan,
  dry: boolean,
  onWritten: (comments: number) => void,
): Promise<Written> {
  const done = { imported: 0, known: 0 }
  const written = new Set<Planned>()
  let batch: Row[] = []
  const write = async () => {
    const imported = await (dry ? countNew(db, source, batch) : insert(db, source, batch))
    done.imported += imported
    done.known += batch.length - imported
    batch = []
    onWritten(done.imported + done.known)
  }
  for await (const comment of source.read(() => {})) {
    const planned = plan.comments.get(comment.id)
    if (!planned || planned.page === null || written.has(planned)) continue
    written.add(planned)
    batch.push({ comment, plan: planned as Row['plan'] })
    if (batch.length === BATCH) await write()
  }
  if (batch.length > 0) await write()
  return done
}

async function countNew(db: Database, source: CommentSource, batch: readonly Row[]): Promise<number> {
  const ids = batch.map(({ plan }) => idOf(plan, source))
  const sources = batch.flatMap(({ comment }) => comment.source ?? [])
  const known = await db
    .selectFrom('comments')
    .select(['id', 'source'])
    .where((eb) => eb.or([eb('id', 'in', ids), ...(sources.length > 0 ? [eb('source', 'in', sources)] : [])]))
    .execute()
  const taken = new Set(known.flatMap(({ id, source }) => [id, ...(source === null ? [] : [source])]))
  return batch.filter(({ comment }, i) => !taken.has(ids[i] ?? '') && !taken.has(comment.source ?? '')).length
}

function insert(db: Database, source: CommentSource, batch: readonly Row[]): Promise<number> {
  const rows = batch.map((row) => rowOf(row, source))
  return db.transaction().execute(async (tx) => {
    for (const page of [...new Set(rows.map(({ page }) => page))].sort()) await lockPage(tx, page)
    const added = await tx
      .insertInto('comments')
      .values(rows)
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .execute()
    const ids = added.map(({ id }) => id)
    if (ids.length > 0) await updateVisibility(tx, { ids })
    return ids.length
  })
}

function rowOf({ comment, plan }: Row, source: CommentSource) {
  return {
    id: idOf(plan, source),
    page: plan.page,
    thread_id: idOf(plan.root, source),
    parent_id: plan.above ? idOf(plan.above, source) : null,
    user_id: null,
    author_name: comment.state === 'deleted' ? null : nameOf(comment.author),
    ...contentColumns(comment.content),
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
 * The id of a comment here, which is the same each time: its time is the comment's own, so the order of ids is that of
 * time, and comments of the same instant stand as the numbers of the file do. No answer stands before its thread.
 */
function idOf(plan: Planned, source: CommentSource): string {
  if (source.kind === 'json') return plan.id
  const { root, createdAt } = plan
  const msecs = plan === root ? createdAt : Math.max(createdAt, root.createdAt + 1)
  return v7({ msecs, seq: Number(BigInt(plan.id) & 0xffffffffn), random: digest(source.kind, plan.id) })
}

const digest = (kind: string, id: string) => createHash('sha256').update(`${kind}:${id}`).digest().subarray(0, 16)

function nameOf(author: string): string {
  const name = cleanText(author).replace(/\s+/g, ' ')
  return [...name].slice(0, NAME_LENGTH_MAX).join('') || 'Anonymous'
}
