import { type Kysely, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { accounts } from './migrations/0001-accounts.ts'
import { comments } from './migrations/0002-comments.ts'
import { notices } from './migrations/0003-notices.ts'
import { push } from './migrations/0004-push.ts'
import { errorReports } from './migrations/0005-reports.ts'
import { ordering } from './migrations/0006-ordering.ts'
import { payments } from './migrations/0007-payments.ts'
import { currencyDigits } from './migrations/0008-currency-digits.ts'
import { recipientEmailKeys } from './migrations/0009-email-keys.ts'
import { errorReporters } from './migrations/0010-report-sources.ts'
import { commentHtml } from './migrations/0011-comment-html.ts'
import { kitchenInvitations } from './migrations/0012-kitchen-invitations.ts'
import { guestEmailConfirmation } from './migrations/0013-confirm-first.ts'
import { orderStateIndex } from './migrations/0014-order-lists.ts'
import { statistics } from './migrations/0015-statistics.ts'
import { newsletter } from './migrations/0016-newsletter.ts'
import { pushOptOuts } from './migrations/0017-push-opt-outs.ts'
import { authoring } from './migrations/0018-authoring.ts'
import { previewKeys } from './migrations/0019-preview-keys.ts'
import { passkeys } from './migrations/0020-passkeys.ts'
import { secondFactors } from './migrations/0021-second-factors.ts'
import { rateLimitCounts } from './migrations/0022-call-counts.ts'
import { sessionBrowsers } from './migrations/0023-browsers.ts'
import { oldSessionIndexes } from './migrations/0024-old-sessions.ts'
import { unnotifiedReplyIndex } from './migrations/0025-unnotified-replies.ts'

export interface SchemaChange extends Migration {
  /**
   * Set when this change removes, renames or restricts something that earlier versions of the site use. Such versions
   * cannot work with the changed tables. Release such a change one release after the code has stopped using the removed
   * part. During a deploy, processes of two successive releases run side by side (docs/operating.md).
   */
  breaksFormer?: true
}

/**
 * Released migrations are never edited. To change the tables, add a new file, and add a line at the end of this list.
 */
export const migrations: Record<string, SchemaChange> = {
  '0001-accounts': accounts,
  '0002-comments': comments,
  '0003-notices': notices,
  '0004-push': push,
  '0005-reports': errorReports,
  '0006-ordering': ordering,
  '0007-payments': payments,
  '0008-currency-digits': currencyDigits,
  '0009-email-keys': recipientEmailKeys,
  '0010-report-sources': errorReporters,
  '0011-comment-html': commentHtml,
  '0012-kitchen-invitations': kitchenInvitations,
  '0013-confirm-first': guestEmailConfirmation,
  '0014-order-lists': orderStateIndex,
  '0015-statistics': statistics,
  '0016-newsletter': newsletter,
  '0017-push-opt-outs': pushOptOuts,
  '0018-authoring': authoring,
  '0019-preview-keys': previewKeys,
  '0020-passkeys': passkeys,
  '0021-second-factors': secondFactors,
  '0022-call-counts': rateLimitCounts,
  '0023-browsers': sessionBrowsers,
  '0024-old-sessions': oldSessionIndexes,
  '0025-unnotified-replies': unnotifiedReplyIndex,
}

/** The key of the setting that stores the name of the last change with which earlier versions cannot work. */
const OLDEST_KEY = 'oldest schema'

/** Thrown when a later version of the site has changed the tables so that this version cannot use them. */
export class NewerDatabaseError extends Error {}

/**
 * Runs all pending changes in one transaction; several processes may call this function at the same time. If a newer
 * version has changed the database and this version can work with these changes, the function does nothing.
 * @throws {NewerDatabaseError} when this version cannot work with the changes of the newer version
 */
export async function migrate<Tables>(db: Kysely<Tables>, available = migrations): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => recorded(available) } })
  const { error } = await migrator.migrateToLatest()
  if (!error) return
  // This error means that the database has had a change that this version does not know. Kysely has then changed
  // nothing.
  const isNewer = error instanceof Error && error.message.startsWith('corrupted migrations')
  if (!isNewer) throw error
  if (!(await readSchemaState(db, available)).isUsable) throw new NewerDatabaseError()
}

interface SchemaState {
  /** Whether no version of the site has used the database. */
  isEmpty: boolean
  /** The number of changes that the next start makes. */
  pending: number
  /** Whether a newer version of the site has changed the tables. */
  isNewer: boolean
  /** Whether this version can use the tables, at once or after the pending changes. */
  isUsable: boolean
}

/** Compares the tables of a database with those that this version knows. */
export async function readSchemaState<Tables>(db: Kysely<Tables>, available = migrations): Promise<SchemaState> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true })
  if (!tables.some(({ name }) => name === 'kysely_migration')) {
    return { isEmpty: true, pending: Object.keys(available).length, isNewer: false, isUsable: true }
  }
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db)
  const applied = rows.map(({ name }) => name)
  const pending = Object.keys(available).filter((name) => !applied.includes(name)).length
  const isNewer = applied.some((name) => !Object.hasOwn(available, name))
  return { isEmpty: false, pending, isNewer, isUsable: !isNewer || (pending === 0 && (await bears(db, available))) }
}

/** Returns whether this version can use the database, even when it has changes that this version does not know. */
async function bears<Tables>(db: Kysely<Tables>, available: Record<string, SchemaChange>): Promise<boolean> {
  const { rows } = await sql<{ value: string }>`select value from settings where key = ${OLDEST_KEY}`.execute(db)
  return rows.every(({ value }) => Object.hasOwn(available, JSON.parse(value)))
}

/** Extends each change that has `breaksFormer`, so that the change also stores its name in the same transaction. */
function recorded(available: Record<string, SchemaChange>): Record<string, Migration> {
  const entries = Object.entries(available).map(([name, change]) => {
    if (!change.breaksFormer) return [name, change]
    const up: Migration['up'] = async (db) => {
      await change.up(db)
      await sql`insert into settings (key, value) values (${OLDEST_KEY}, ${JSON.stringify(name)})
        on conflict (key) do update set value = excluded.value`.execute(db)
    }
    return [name, { up }]
  })
  return Object.fromEntries(entries)
}
