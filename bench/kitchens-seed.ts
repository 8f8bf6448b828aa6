import { randomUUID } from 'node:crypto'
import { services } from '#contract/menu-enums.ts'
import type { InsertRows, TableRow } from './rows.ts'

/** The ids of a kitchen that was inserted into the database. */
export interface SeededKitchen {
  vId: string
  slug: string
  /** The item with a limited number of portions. */
  counted: { itemId: string; portions: number }
}

interface Wishes {
  /** The account id of the owner. */
  owner: string
  portions: number
  ordersPerSlot: number | null
}

/** Inserts a kitchen that is always open. It has three items, one of which has a limited number of portions. */
export async function seedKitchen(insert: InsertRows, slug: string, wishes: Wishes): Promise<SeededKitchen> {
  const [vId, category, fries] = [randomUUID(), randomUUID(), randomUUID()]
  await insert('vendors', [vendorRow(vId, slug, wishes)])
  await insert('vendor_members', [{ vendor_id: vId, user_id: wishes.owner, role: 'owner', created_at: Date.now() }])
  await insert('menu_categories', [{ id: category, vendor_id: vId, name: 'Mains', position: 0 }])
  const item = itemRow(vId, category)
  await insert('menu_items', [
    item(randomUUID(), 'Double smash', 950, { options: JSON.stringify([sizes()]) }),
    item(fries, 'Loaded fries', 550, { portions_left: wishes.portions }),
    item(randomUUID(), 'Lemonade', 160, {}),
  ])
  return { vId, slug, counted: { itemId: fries, portions: wishes.portions } }
}

function vendorRow(id: string, slug: string, { ordersPerSlot }: Wishes): TableRow {
  const weekly = [1, 2, 3, 4, 5, 6, 7].flatMap((weekday) =>
    services.map((service) => ({ weekday, service, from: 0, to: 0 })),
  )
  return {
    id,
    slug,
    name: 'Kitchen',
    blurb: '',
    phone: '',
    place: '1 Test Street',
    status: 'active',
    timezone: 'Europe/London',
    currency: 'GBP',
    delivery_fee: 250,
    delivery_free_orders_over: 2500,
    minimum_order: 0,
    services: JSON.stringify(services),
    prep_minutes: 20,
    accept_within_minutes: 10,
    orders_per_slot: ordersPerSlot,
    hours: JSON.stringify({ weekly, special: [] }),
    zones: '[]',
    paused_until: null,
    rush_minutes: 0,
    rush_until: null,
    version: 0,
    is_sample: 0,
    created_at: Date.now(),
  }
}

function itemRow(vendor: string, category: string) {
  let position = 0
  return (id: string, name: string, price: number, more: TableRow): TableRow => ({
    id,
    vendor_id: vendor,
    category_id: category,
    name,
    description: '',
    price,
    picture_id: null,
    allergens: '[]',
    diets: '[]',
    available: 1,
    sold_out_until: null,
    portions_left: null,
    max_per_order: null,
    options: '[]',
    position: position++,
    ...more,
  })
}

function sizes() {
  const choice = (name: string, priceAdjustment: number) => ({
    id: randomUUID(),
    name,
    priceAdjustment,
    allergens: [],
    soldOutUntil: null,
  })
  const choices = [choice('Small', -150), choice('Medium', 0), choice('Large', 200)]
  return { optionId: randomUUID(), name: 'Size', min: 1, max: 1, choices }
}
