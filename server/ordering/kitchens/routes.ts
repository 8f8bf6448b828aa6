import { getKitchen, listKitchens } from '#contract/ordering.ts'
import type { Database } from '../../db/database.ts'
import type { Bind } from '../../http/bind-endpoint.ts'
import { Refusal } from '../../http/failures.ts'
import { listTerms, readKitchen } from './read-kitchen.ts'

export interface KitchenContext {
  db: Database
  /** Tells open pages to ask for the kitchen again. */
  kitchenChanged: (vId: string) => void
}

/** Kitchens as customers see them: those that are open to customers. */
export function kitchenRoutes(bind: Bind, { db }: KitchenContext): void {
  bind(listKitchens, async () => ({ status: 200, body: { kitchens: await listTerms(db) } }))
  bind(getKitchen, async ({ params: { slug } }) => {
    const kitchen = await readKitchen(db, { slug }, Date.now())
    if (kitchen?.status !== 'active') throw new Refusal('not_found')
    return { status: 200, body: kitchen }
  })
}
