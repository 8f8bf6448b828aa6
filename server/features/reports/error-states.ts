import type { PrivilegedAction } from '#contract/privileged-actions.ts'
import type { ErrorGroup, ErrorState } from '#contract/reports.ts'
import { type By, recordAction } from '../../db/audit-log.ts'
import type { Database } from '../../db/database.ts'
import { getError } from './error-list.ts'

const actions: Record<ErrorState, PrivilegedAction> = {
  open: 'error opened again',
  resolved: 'error resolved',
  muted: 'error muted',
}

/** Sets the state of an error; a second call changes nothing. @throws {Refusal} not_found */
export async function setErrorState(db: Database, by: By, id: string, state: ErrorState): Promise<ErrorGroup> {
  return db.transaction().execute(async (tx) => {
    const { title: name } = await getError(tx, id)
    const { numUpdatedRows } = await tx
      .updateTable('error_groups')
      .set({ state, touched_at: Date.now() })
      .where('id', '=', id)
      .where('state', '!=', state)
      .executeTakeFirst()
    if (numUpdatedRows > 0n) await recordAction(tx, { actor: by, action: actions[state], target: { id, name } })
    return getError(tx, id)
  })
}

/** Deletes an error and its reports. If it occurs again, it is a new error. @throws {Refusal} not_found */
export async function deleteError(db: Database, by: By, id: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { title: name } = await getError(tx, id)
    await tx.deleteFrom('error_groups').where('id', '=', id).execute()
    await recordAction(tx, { actor: by, action: 'error deleted', target: { id, name } })
  })
}
