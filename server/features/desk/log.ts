import { type LogEntry, logEntry } from '#contract/desk.ts'
import type { Queries } from '../../db/database.ts'
import { readPage } from '../../db/read-page.ts'
import { type Presented, presentRows } from '../../http/present-rows.ts'

/** Lists the audit log, newest first. @returns a page of it and the cursor of the next */
export async function listLog(db: Queries, cursor?: string) {
  const query = entries(db).$if(cursor !== undefined, (query) => query.where('id', '<', cursor ?? ''))
  const { rows, next } = await readPage(query, ({ id }) => id)
  const { shown, damaged } = presentEntries(rows)
  return { entries: shown, damaged, next }
}

export async function logOf(db: Queries, personId: string): Promise<Presented<LogEntry>> {
  const rows = await entries(db).where('target_id', '=', personId).limit(50).execute()
  return presentEntries(rows)
}

export async function latestLog(db: Queries, limit: number): Promise<Presented<LogEntry>> {
  const rows = await entries(db).limit(limit).execute()
  return presentEntries(rows)
}

const entries = (db: Queries) =>
  db.selectFrom('audit_log').select(['id', 'at', 'actor_name', 'action', 'target_name', 'detail']).orderBy('id', 'desc')

type Row = Awaited<ReturnType<ReturnType<typeof entries>['executeTakeFirstOrThrow']>>

const presentEntries = (rows: readonly Row[]) => presentRows('entry of the log', logEntry, rows, present)

const present = ({ actor_name, target_name, ...entry }: Row): LogEntry => ({
  ...entry,
  actor: actor_name,
  target: target_name,
})
