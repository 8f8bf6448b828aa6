import { itemDraft, type OpeningHours, type OpeningInterval, services } from '#contract/menu.ts'
import { site } from '#site'
import type { Database } from '../../../db/database.ts'
import { newId } from '../../../db/ids.ts'
import { addSampleOnce } from '../../../db/samples.ts'
import { insertKitchen } from './create-kitchen.ts'
import { parseItemDraft } from './item-draft.ts'
import { parseDeliveryZones, parseOpeningHours } from './opening.ts'
import { sampleMenu } from './sample-menu.ts'

const toInterval = (from: number, to: number): Omit<OpeningInterval, 'service'> => ({ from: from * 60, to: to * 60 })
const evening = toInterval(17, 22)
const lunch = toInterval(12, 15)

const hours: OpeningHours = {
  weekly: [1, 2, 3, 4, 5, 6, 7].flatMap((weekday) =>
    services.flatMap((service) =>
      (weekday > 5 ? [lunch, evening] : [evening]).map((interval) => ({ weekday, service, ...interval })),
    ),
  ),
  special: [],
}

const zones = [
  { prefixes: ['AB1'], fee: null, freeOver: null, minimum: null },
  { prefixes: ['AB2'], fee: 400, freeOver: 3500, minimum: 1500 },
]

/** Adds a sample kitchen to a new database, once. It has no owner; admins manage it. */
export const addSampleKitchen = (db: Database): Promise<void> =>
  addSampleOnce(db, 'sample-kitchen', async (tx) => {
    const identity = {
      name: `${site.name} Kitchen`,
      slug: 'sample-kitchen',
      timezone: 'Europe/London',
      currency: 'GBP',
    }
    const kitchenId = await insertKitchen(tx, identity, 'active')
    await tx
      .updateTable('vendors')
      .set({
        blurb: 'Smash burgers and loaded fries, cooked to order.',
        phone: '+44 20 7946 0018',
        place: '18 Marble Lane, Castleton AB1 2CD',
        delivery_fee: 250,
        delivery_free_orders_over: 2500,
        minimum_order: 1200,
        prep_minutes: 25,
        hours: JSON.stringify(parseOpeningHours(hours)),
        zones: JSON.stringify(parseDeliveryZones(zones)),
        is_sample: 1,
      })
      .where('id', '=', kitchenId)
      .execute()
    const categories = sampleMenu.map(({ name, dishes }, position) => ({
      dishes,
      row: { id: newId(), vendor_id: kitchenId, name, position },
    }))
    await tx
      .insertInto('menu_categories')
      .values(categories.map(({ row }) => row))
      .execute()
    const items = categories.flatMap(({ dishes, row }) =>
      dishes.map((dish) => ({
        ...parseItemDraft(itemDraft.parse({ ...dish, categoryId: row.id }), []),
        id: newId(),
        vendor_id: kitchenId,
        category_id: row.id,
        picture_id: null,
        sold_out_until: null,
      })),
    )
    await tx
      .insertInto('menu_items')
      .values(items.map((item, position) => ({ ...item, position })))
      .execute()
  })
