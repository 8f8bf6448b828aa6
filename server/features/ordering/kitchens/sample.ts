import { itemDraftSchema, type OpeningHours, type OpeningInterval, services } from '#contract/menu.ts'
import { site } from '#site'
import type { Database } from '../../../db/database.ts'
import { addSampleToNewDatabase } from '../../../db/samples.ts'
import { addCategory } from './categories.ts'
import { insertKitchenRow } from './create-kitchen.ts'
import { addItem } from './items.ts'
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

/** Adds a sample kitchen once to a new database. The kitchen has no owner; admins manage it. */
export const addSampleKitchen = (db: Database): Promise<void> =>
  addSampleToNewDatabase(db, 'sample-kitchen', async (tx) => {
    const kitchenId = await insertKitchenRow(tx, {
      name: `${site.name} Kitchen`,
      slug: 'sample-kitchen',
      timezone: 'Europe/London',
      currency: 'GBP',
      status: 'active',
      blurb: 'A sample, for trying out how orders work. The author makes it a real kitchen, or deletes it.',
      phone: '+44 20 7946 0018',
      place: '18 Kettle Lane, Castleton AB1 2CD',
      delivery_fee: 250,
      delivery_free_orders_over: 2500,
      minimum_order: 1200,
      prep_minutes: 25,
      hours: JSON.stringify(parseOpeningHours(hours)),
      zones: JSON.stringify(parseDeliveryZones(zones)),
      is_sample: 1,
    })
    for (const { name, dishes } of sampleMenu) {
      const categoryId = await addCategory(tx, { kitchenId }, { name })
      for (const dish of dishes) await addItem(tx, { kitchenId }, itemDraftSchema.parse({ ...dish, categoryId }))
    }
  })
