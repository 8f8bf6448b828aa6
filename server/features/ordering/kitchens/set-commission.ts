import type { DeskKitchen } from '#contract/desk-kitchens.ts'
import { COMMISSION_MAX } from '#contract/ordering-limits.ts'
import { type By, recordAction } from '../../../db/audit-log.ts'
import type { Database } from '../../../db/database.ts'
import { Refusal } from '../../../http/failures.ts'
import { lockKitchen } from './change-kitchen.ts'
import { getDeskKitchen } from './desk-list.ts'

/**
 * Sets the commission that a kitchen pays for later sales. Repeating it changes nothing.
 * @param rate in hundredths of a per cent
 * @throws {Refusal} not_found, amount_invalid
 */
export async function setCommission(
  db: Database,
  by: By,
  { kitchenId, rate }: { kitchenId: string; rate: number },
): Promise<DeskKitchen> {
  if (rate < 0 || rate > COMMISSION_MAX)
    throw new Refusal('amount_invalid', `A commission is between 0 and ${COMMISSION_MAX / 100} per cent.`)
  return db.transaction().execute(async (tx) => {
    const { name, commission_rate: before } = await lockKitchen(tx, kitchenId)
    if (rate !== before) {
      await tx.updateTable('vendors').set({ commission_rate: rate }).where('id', '=', kitchenId).execute()
      const detail = `${before / 100} → ${rate / 100} per cent`
      await recordAction(tx, { actor: by, action: 'commission changed', target: { id: kitchenId, name }, detail })
    }
    return getDeskKitchen(tx, kitchenId)
  })
}
