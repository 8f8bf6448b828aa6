import type { Kysely } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { accounts } from './migrations/0001-accounts.ts'
import { comments } from './migrations/0002-comments.ts'
import { notices } from './migrations/0003-notices.ts'
import { push } from './migrations/0004-push.ts'
import { reports } from './migrations/0005-reports.ts'
import { ordering } from './migrations/0006-ordering.ts'
import { payments } from './migrations/0007-payments.ts'
import { currencyDigits } from './migrations/0008-currency-digits.ts'
import { emailKeys } from './migrations/0009-email-keys.ts'
import { reportSources } from './migrations/0010-report-sources.ts'
import { commentHtml } from './migrations/0011-comment-html.ts'
import { kitchenInvitations } from './migrations/0012-kitchen-invitations.ts'
import { confirmFirst } from './migrations/0013-confirm-first.ts'
import { orderLists } from './migrations/0014-order-lists.ts'
import { statistics } from './migrations/0015-statistics.ts'
import { newsletter } from './migrations/0016-newsletter.ts'
import { pushOptOuts } from './migrations/0017-push-opt-outs.ts'
import { authoring } from './migrations/0018-authoring.ts'
import { previewKeys } from './migrations/0019-preview-keys.ts'
import { passkeys } from './migrations/0020-passkeys.ts'
import { secondFactors } from './migrations/0021-second-factors.ts'
import { callCounts } from './migrations/0022-call-counts.ts'
import { browsers } from './migrations/0023-browsers.ts'

/**
 * Released migrations are never edited. To change the tables, add a new file, and add a line at the end of this list.
 */
export const migrations: Record<string, Migration> = {
  '0001-accounts': accounts,
  '0002-comments': comments,
  '0003-notices': notices,
  '0004-push': push,
  '0005-reports': reports,
  '0006-ordering': ordering,
  '0007-payments': payments,
  '0008-currency-digits': currencyDigits,
  '0009-email-keys': emailKeys,
  '0010-report-sources': reportSources,
  '0011-comment-html': commentHtml,
  '0012-kitchen-invitations': kitchenInvitations,
  '0013-confirm-first': confirmFirst,
  '0014-order-lists': orderLists,
  '0015-statistics': statistics,
  '0016-newsletter': newsletter,
  '0017-push-opt-outs': pushOptOuts,
  '0018-authoring': authoring,
  '0019-preview-keys': previewKeys,
  '0020-passkeys': passkeys,
  '0021-second-factors': secondFactors,
  '0022-call-counts': callCounts,
  '0023-browsers': browsers,
}

/** Thrown when a later version of the site has migrated the database. */
export class NewerDatabase extends Error {}

/**
 * Runs all pending migrations in one transaction; several processes may do so at once.
 * @throws {NewerDatabase} when a later version of the site has migrated the database
 */
export async function migrate<Tables>(db: Kysely<Tables>, available = migrations): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => available } })
  const { error } = await migrator.migrateToLatest()
  if (error instanceof Error && error.message.startsWith('corrupted migrations')) throw new NewerDatabase()
  if (error) throw error
}
