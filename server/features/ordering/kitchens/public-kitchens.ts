import type { Database } from '../../../db/database.ts'
import { keepLastKnown } from '../../../db/last-known.ts'
import { listKitchenTerms, readKitchen } from './read-kitchen.ts'

/** The number of menus that customers can read while the database is unavailable. */
const KITCHENS_KEPT = 50

/**
 * Returns the functions that read what customers see of kitchens. While the database is unavailable, they return the
 * last known result.
 */
export function readPublicKitchens(db: Database) {
  const list = keepLastKnown(() => listKitchenTerms(db), 1)
  const read = keepLastKnown(async (slug) => {
    const kitchen = await readKitchen(db, { slug }, Date.now())
    return { kitchen: kitchen?.status === 'active' ? kitchen : null }
  }, KITCHENS_KEPT)
  return {
    list: () => list(''),
    /** Returns null for a kitchen that customers do not see. */
    read: async (slug: string) => (await read(slug)).kitchen,
  }
}

export type PublicKitchens = ReturnType<typeof readPublicKitchens>
