import type { AuditLogAction } from '#contract/audit-log-actions.ts'
import type { Actor } from '../http/actor.ts'
import type { DatabaseOrTx } from './database.ts'
import { createId } from './ids.ts'

/** An action that only a privileged person may take. */
interface LoggedAction {
  actor: AuditActor
  action: AuditLogAction
  /** The person or thing that was changed; `id` is null when it has no row. */
  target: { id: string | null; name: string }
  /** Further details without secrets. */
  detail?: string
}

/** The person who takes a logged action; null for the command line. */
export type AuditActor = Pick<Actor, 'userId' | 'name'> | null

/** Writes an action into the audit log. Names are copied, because the log outlives the accounts. */
export async function recordAction(db: DatabaseOrTx, { actor, action, target, detail = '' }: LoggedAction) {
  await db
    .insertInto('audit_log')
    .values({
      id: createId(),
      at: Date.now(),
      actor_id: actor?.userId ?? null,
      actor_name: actor?.name ?? 'the command line',
      action,
      target_id: target.id,
      target_name: target.name,
      detail,
    })
    .execute()
}
