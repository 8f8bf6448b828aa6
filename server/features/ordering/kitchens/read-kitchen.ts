import type { KitchenApprovalStatus } from '#contract/kitchen.ts'
import { type Kitchen, type KitchenTerms, kitchenTermsSchema as termsSchema } from '#contract/menu.ts'
import type { DatabaseOrTx } from '../../../db/database.ts'
import { Refusal } from '../../../http/failures.ts'
import { type DamagedRowError, presentRows } from '../../../http/present-rows.ts'
import { listFullSlots } from './full-slots.ts'
import { nullIfPast, readManagedMenu, toDishPicturePath } from './read-managed-menu.ts'

/** Identifies a kitchen by its id, or by the slug in its URL. */
type KitchenKey = { kitchenId: string } | { slug: string }

interface KitchenHead {
  terms: KitchenTerms
  status: KitchenApprovalStatus
  /** Whether guests must confirm their email address before their first order. */
  confirmFirst: boolean
}

/** Returns a kitchen without its menu, or null when it does not exist. */
async function findKitchen(db: DatabaseOrTx, by: KitchenKey, now: number): Promise<KitchenHead | null> {
  const [column, name] =
    'kitchenId' in by ? (['vendors.id', by.kitchenId] as const) : (['vendors.slug', by.slug] as const)
  // Some characters, such as a zero byte, make Postgres fail. No id and no slug contains them.
  if (!/^[\w-]+$/.test(name)) return null
  const row = await selectKitchens(db).where(column, '=', name).executeTakeFirst()
  return row ? presentKitchen(row, now) : null
}

/** Returns a kitchen without its menu. @throws {Refusal} not_found */
export async function requireKitchen(
  db: DatabaseOrTx,
  kitchenId: string,
  now: number = Date.now(),
): Promise<KitchenHead> {
  const kitchen = await findKitchen(db, { kitchenId }, now)
  if (!kitchen) throw new Refusal('not_found')
  return kitchen
}

/** Lists the kitchens that customers see, by name. */
export async function listActiveKitchens(db: DatabaseOrTx) {
  const rows = await selectKitchens(db).where('status', '=', 'active').orderBy('name').orderBy('vendors.id').execute()
  const now = Date.now()
  const { shown, damaged } = presentRows('kitchen', termsSchema, rows, (row) => presentKitchen(row, now).terms)
  return { kitchens: shown, damaged }
}

/**
 * Returns a kitchen with the menu that customers see and everything that a quote needs; null when it does not exist. A
 * kitchen that is not active is returned, too. The call takes four queries.
 */
export async function findKitchenWithMenu(
  db: DatabaseOrTx,
  by: KitchenKey,
  now: number,
): Promise<(Kitchen & { status: KitchenApprovalStatus; damaged: DamagedRowError[] | undefined }) | null> {
  const kitchen = await findKitchen(db, by, now)
  if (!kitchen) return null
  const { status, terms } = kitchen
  const menu = await readManagedMenu(db, terms.vId, now)
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
const selectKitchens = (db: DatabaseOrTx) =>
  db
    .selectFrom('vendors')
    .select(['vendors.id', 'slug', 'vendors.name', 'blurb', 'phone', 'place', 'status', 'timezone', 'currency'])
    .select(['delivery_fee as deliveryFee', 'delivery_free_orders_over as deliveryFreeOrdersOver'])
    .select(['minimum_order as minimumOrder', 'prep_minutes as prepMinutes', 'orders_per_slot as ordersPerSlot'])
    .select(['accept_within_minutes as acceptWithinMinutes', 'services', 'hours', 'zones', 'confirm_first'])
    .select(['paused_until as pausedUntil', 'rush_minutes as rushMinutes', 'rush_until as rushUntil'])
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

type KitchenRow = Awaited<ReturnType<ReturnType<typeof selectKitchens>['executeTakeFirstOrThrow']>>

/** Converts a row to a kitchen. A pause or rush that ended before `now` (milliseconds since 1970) is left out. */
function presentKitchen({ id, status, confirm_first, picture_id, ...row }: KitchenRow, now: number): KitchenHead {
  const rushUntil = nullIfPast(row.rushUntil, now)
  return {
    status,
    confirmFirst: confirm_first === 1,
    terms: {
      ...row,
      vId: id,
      picture: toDishPicturePath(picture_id),
      services: JSON.parse(row.services),
      hours: JSON.parse(row.hours),
      zones: JSON.parse(row.zones),
      pausedUntil: nullIfPast(row.pausedUntil, now),
      rushMinutes: rushUntil === null ? 0 : row.rushMinutes,
      rushUntil,
    },
  }
}
