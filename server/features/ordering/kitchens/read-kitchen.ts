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
import { listFullSlots } from './full-slots.ts'
import { readMenu, toActiveEnd, toDishPicturePath } from './read-menu.ts'

/** Identifies a kitchen by its id, or by the slug in its address. */
type KitchenKey = { kitchenId: string } | { slug: string }

/** Converts a row to the terms of a kitchen. A pause or rush that ended before `now` (milliseconds since 1970) is left out. */
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
    picture: toDishPicturePath(row.picture_id ?? null),
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
    pausedUntil: toActiveEnd(row.paused_until, now),
    rushMinutes: isRush ? row.rush_minutes : 0,
    rushUntil: isRush ? row.rush_until : null,
  }
}

/** Returns the terms and the status of a kitchen, or null when it does not exist. */
export async function findKitchenTerms(
  db: Queries,
  by: KitchenKey,
  now: number = Date.now(),
): Promise<(KitchenTerms & { status: KitchenStatus }) | null> {
  const [column, name] =
    'kitchenId' in by ? (['vendors.id', by.kitchenId] as const) : (['vendors.slug', by.slug] as const)
  // Postgres fails on text that no id or slug can contain, such as a zero byte.
  if (!/^[\w-]+$/.test(name)) return null
  const row = await selectKitchens(db).where(column, '=', name).executeTakeFirst()
  return row ? { ...presentTerms(row, now), status: row.status } : null
}

/** Returns whether guests confirm their address before their first order at a kitchen. */
export async function shouldConfirmGuests(db: Queries, kitchenId: string): Promise<boolean> {
  const row = await db.selectFrom('vendors').select('confirm_first').where('id', '=', kitchenId).executeTakeFirst()
  return row?.confirm_first === 1
}

/** Lists the kitchens that customers see, by name. */
export async function listKitchenTerms(db: Queries) {
  const rows = await selectKitchens(db).where('status', '=', 'active').orderBy('name').orderBy('vendors.id').execute()
  const { shown, damaged } = presentRows('kitchen', termsSchema, rows, (row) => presentTerms(row))
  return { kitchens: shown, damaged }
}

/** Returns a kitchen as customers see it, with everything that a quote needs, or null. It takes four queries. */
export async function readKitchen(
  db: Queries,
  by: KitchenKey,
  now: number,
): Promise<(Kitchen & { status: KitchenStatus; damaged: DamagedRow[] | undefined }) | null> {
  const kitchen = await findKitchenTerms(db, by, now)
  if (!kitchen) return null
  const { status, ...terms } = kitchen
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
    fullSlots: await listFullSlots(db, terms.vId, terms.ordersPerSlot, now),
  }
}

/** Selects kitchens. The picture of a kitchen is the first picture on its menu. */
const selectKitchens = (db: Queries) =>
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
