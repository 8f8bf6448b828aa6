import type { Database } from '../../../db/database.ts'
import { withLastKnownFallback } from '../../../db/last-known.ts'
import { findKitchenWithMenu, listActiveKitchens } from './read-kitchen.ts'

/** The number of menus that customers can read while the database is unavailable. */
const KITCHENS_KEPT = 50

/**
 * Returns two functions that read what customers see: the list of kitchens, and one kitchen with its menu. While the
 * database is unavailable, they return the last known result.
 */
export function createPublicKitchenReader(db: Database) {
  const list = withLastKnownFallback(() => listActiveKitchens(db), { max: 1 })
  const read = async (slug: string) => {
    const kitchen = await findKitchenWithMenu(db, { slug }, Date.now())
    return kitchen?.status === 'active' ? kitchen : null
  }
  return {
    list: () => list(null),
    /** Returns null for a kitchen that customers do not see. */
    read: withLastKnownFallback(read, { max: KITCHENS_KEPT }),
  }
}

export type PublicKitchenReader = ReturnType<typeof createPublicKitchenReader>
