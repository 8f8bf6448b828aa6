import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * Errors store the IP address that reported them first, and the time of the last action of an admin (report-tables.ts).
 */
export const errorReporters: Migration = {
  async up(db: Kysely<Tables>) {
    await db.schema.alterTable('error_groups').addColumn('reporter', 'text').execute()
    await db.schema.alterTable('error_groups').addColumn('touched_at', 'bigint').execute()
    await db
      .updateTable('error_groups')
      .set(({ ref }) => ({ touched_at: ref('last_seen_at') }))
      .where(({ eb, or, exists, selectFrom }) =>
        or([
          eb('state', '!=', 'open'),
          exists(selectFrom('audit_log').select('target_id').whereRef('target_id', '=', 'error_groups.id')),
        ]),
      )
      .execute()
  },
}

interface Tables {
  error_groups: { id: string; state: string; last_seen_at: number; touched_at: number | null }
  audit_log: { target_id: string | null }
}
