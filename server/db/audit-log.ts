import type { PrivilegedAction } from '#contract/privileged-actions.ts'
import type { Actor } from '../http/actor.ts'
import type { Queries } from './database.ts'
import { newId } from './ids.ts'

/** Something that only a privileged person may do, and did. */
interface LoggedAction {
  /** Null for the command line. */
  actor: { id: string; name: string } | null
  action: PrivilegedAction
  /** Whom or what it was done to; without an id where it is no row. */
  target: { id: string | null; name: string }
  /** What else there is to say; no secrets. */
  detail?: string
}

/** Who does something that is logged; null for the command line. */
export type By = LoggedAction['actor']

/** Who makes a call, as the log names them. */
export const by = ({ userId, name }: Actor) => ({ id: userId, name })

/** Writes an action into the audit log. Names are kept as they are now: the log outlives the people in it. */
export async function recordAction(db: Queries, { actor, action, target, detail = '' }: LoggedAction) {
  await db
    .insertInto('audit_log')
    .values({
      id: newId(),
      at: Date.now(),
      actor_id: actor?.id ?? null,
      actor_name: actor?.name ?? 'the command line',
      action,
      target_id: target.id,
      target_name: target.name,
      detail,
    })
    .execute()
}
