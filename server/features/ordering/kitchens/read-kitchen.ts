import type { Selectable } from 'kysely'
import type { KitchenStatus } from '#contract/kitchen.ts'
import {
  type DeliveryZone,
  type Kitchen,
  type KitchenTerms,
  type OpeningHours,
  type Service,
  kitchenTerms as termsSchema,
} from '#contract/menu.ts'
import type { Queries } from '../../../db/database.ts'
import type { VendorsTable } from '../../../db/ordering-tables.ts'
import { type DamagedRow, presentRows } from '../../../http/present-rows.ts'
import { fullSlotsOf } from './full-slots.ts'
import { dishPictureAddress, endsAfter, readMenu } from './read-menu.ts'

/** How a kitchen is named: by its id, or by the slug in its address. */
export type KitchenName = { vId: string } | { slug: string }

/** What a kitchen promises, by its row. A pause or a rush that has ended by `now` (in milliseconds since 1970) is none. */
export function presentTerms(
  row: Selectable<VendorsTable> & { picture_id?: string | null },
  now: number = Date.now(),
): KitchenTerms {
  const isRush = row.rush_until !== null && row.rush_until > now
  return {
    vId: row.id,
    slug: row.slug,
    name: row.name,
    blurb: row.blurb,
    picture: dishPictureAddress(row.picture_id ?? null),
    phone: row.phone,
    place: row.place,
    timezone: row.timezone,
    currency: row.currency,
    deliveryFee: row.delivery_fee,
    deliveryFreeOrdersOver: row.delivery_free_orders_over,
    minimumOrder: row.minimum_order,
    services: JSON.parse(row.services) as Service[],
    prepMinutes: row.prep_minutes,
    acceptWithinMinutes: row.accept_within_minutes,
    ordersPerSlot: row.orders_per_slot,
    hours: JSON.parse(row.hours) as OpeningHours,
    zones: JSON.parse(row.zones) as DeliveryZone[],
    pausedUntil: endsAfter(row.paused_until, now),
    rushMinutes: isRush ? row.rush_minutes : 0,
    rushUntil: isRush ? row.rush_until : null,
  }
}

/** What a kitchen promises, and whether it is open to customers; null where there is none. */
export async function findTerms(
  db: Queries,
  by: KitchenName,
  now: number = Date.now(),
): Promise<(KitchenTerms & { status: KitchenStatus }) | null> {
  const [column, name] = 'vId' in by ? (['vendors.id', by.vId] as const) : (['vendors.slug', by.slug] as const)
  // What no name can hold, such as a zero byte, Postgres does not take either.
  if (!/^[\w-]+$/.test(name)) return null
  const row = await vendors(db).where(column, '=', name).executeTakeFirst()
  return row ? { ...presentTerms(row, now), status: row.status } : null
}

/** Returns whether guests confirm their address before their first order at a kitchen. */
export async function confirmsFirst(db: Queries, vId: string): Promise<boolean> {
  const row = await db.selectFrom('vendors').select('confirm_first').where('id', '=', vId).executeTakeFirst()
  return row?.confirm_first === 1
}

/** Every kitchen that customers see, by name. */
export async function listTerms(db: Queries) {
  const rows = await vendors(db).where('status', '=', 'active').orderBy('name').orderBy('vendors.id').execute()
  const { shown, damaged } = presentRows('kitchen', termsSchema, rows, (row) => presentTerms(row))
  return { kitchens: shown, damaged }
}

/** A kitchen as customers see it, with everything that a quote is made of; null where there is none. Four queries. */
export async function readKitchen(
  db: Queries,
  by: KitchenName,
  now: number,
): Promise<(Kitchen & { status: KitchenStatus; damaged: DamagedRow[] | undefined }) | null> {
  const found = await findTerms(db, by, now)
  if (!found) return null
  const { status, ...terms } = found
  const menu = await readMenu(db, terms.vId, now)
  const categories = menu.categories.map((category) => ({
    ...category,
    items: category.items.filter(({ available }) => available).map(({ available: _, ...item }) => item),
  }))
  return {
    status,
    terms,
    categories: categories.filter(({ items }) => items.length > 0),
    damaged: menu.damaged,
    fullSlots: await fullSlotsOf(db, terms.vId, terms.ordersPerSlot, now),
  }
}

/** A kitchen is seen by the first dish on its menu that has a picture. */
const vendors = (db: Queries) =>
  db
    .selectFrom('vendors')
    .selectAll()
    .select((eb) =>
      eb
        .selectFrom('menu_items')
        .innerJoin('menu_categories', 'menu_categories.id', 'category_id')
        .select('picture_id')
        .whereRef('menu_items.vendor_id', '=', 'vendors.id')
        .where('picture_id', 'is not', null)
        .where('available', '=', 1)
        .orderBy('menu_categories.position')
        .orderBy('menu_items.position')
        .limit(1)
        .as('picture_id'),
    )
