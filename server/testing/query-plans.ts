import { type CompiledQuery, sql } from 'kysely'
import { inject } from 'vitest'
import type { Database } from '../db/database.ts'

/** Returns the queries that `run` executes. */
export async function recordQueries(db: Database, run: (db: Database) => Promise<unknown>): Promise<CompiledQuery[]> {
  const queries: CompiledQuery[] = []
  const recording = db.withPlugin({
    transformQuery: ({ node, queryId }) => {
      // Kysely calls this function for the parts of a query, too, so the result also contains the parts.
      queries.push(db.getExecutor().compileQuery(node, queryId))
      return node
    },
    transformResult: async ({ result }) => result,
  })
  await run(recording)
  return queries
}

/** Returns the lines of the plans of all queries that `run` executes. SQLite only. */
export async function explainQueries(db: Database, run: (db: Database) => Promise<unknown>): Promise<string[]> {
  const plans: string[] = []
  for (const query of await recordQueries(db, run)) {
    const { rows } = await db.executeQuery<{ detail: string }>({ ...query, sql: `explain query plan ${query.sql}` })
    plans.push(...rows.map(({ detail }) => detail))
  }
  return plans
}

interface PlanNode {
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  Plans?: PlanNode[]
}

/**
 * Counts for each query of `run` how many rows of a table the query visits, and returns the largest count. Postgres
 * only. Disables sequential scans, because Postgres would use them for the small tables of a test.
 */
export async function measureMaxVisitedRows(
  db: Database,
  table: string,
  run: (db: Database) => Promise<unknown>,
): Promise<number> {
  if (!inject('postgres')) throw new Error('SQLite does not count the rows that a query visits.')
  await sql`analyze ${sql.table(table)}`.execute(db)
  const counts: number[] = []
  for (const query of await recordQueries(db, run)) {
    await db.transaction().execute(async (tx) => {
      await sql`set local enable_seqscan = off`.execute(tx)
      const { rows } = await tx.executeQuery<{ 'QUERY PLAN': { Plan: PlanNode }[] }>({
        ...query,
        sql: `explain (analyze, format json) ${query.sql}`,
      })
      counts.push(...(rows[0]?.['QUERY PLAN'] ?? []).map(({ Plan }) => visitedRows(Plan, table)))
    })
  }
  return Math.max(...counts)
}

function visitedRows(node: PlanNode, table: string): number {
  const removed = (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0)
  const own = node['Relation Name'] === table ? (node['Actual Rows'] + removed) * node['Actual Loops'] : 0
  return (node.Plans ?? []).reduce((sum, child) => sum + visitedRows(child, table), own)
}
