import type { Kysely } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { getFractionDigits } from '#contract/currency-digits.ts'
import { formatMoney } from '#contract/money.ts'
import { provisionEmptyDatabaseLocation } from '../testing/database.ts'
import { connectDatabase, type Database } from './database.ts'
import { createId } from './ids.ts'
import { migrate, migrations } from './migrate.ts'

const before = Object.fromEntries(Object.entries(migrations).filter(([name]) => name < '0008'))

/** The tables as they were at the migration. */
type Earlier = Record<'vendors' | 'menu_categories' | 'menu_items' | 'orders', Record<string, string | number | null>>

/**
 * Creates a database of an earlier version, whose orders store no currency digits. For each currency, it has one
 * kitchen and one order.
 */
async function earlierDatabase(currencies: readonly string[]): Promise<Database> {
  const db = await connectDatabase(await provisionEmptyDatabaseLocation())
  onTestFinished(() => db.destroy())
  await migrate(db, before)
  const earlier = db as unknown as Kysely<Earlier>
  for (const currency of currencies) {
    const vendor_id = createId()
    const category_id = createId()
    const zones = JSON.stringify([{ prefixes: ['AB1'], fee: 400, freeOver: null, minimum: 1500 }])
    const options = JSON.stringify([{ choices: [{ priceAdjustment: -150 }, { priceAdjustment: 0 }] }])
    await earlier
      .insertInto('vendors')
      .values({ ...kitchen, id: vendor_id, slug: currency.toLowerCase(), currency, zones })
      .execute()
    await earlier
      .insertInto('menu_categories')
      .values({ id: category_id, vendor_id, name: 'Mains', position: 0 })
      .execute()
    // The second kitchen has the largest possible price.
    const items = [
      { ...item, id: createId(), vendor_id, category_id, price: 950, options, position: 0 },
      { ...item, id: createId(), vendor_id, category_id, price: 100_000_000, options: '[]', position: 1 },
    ]
    await earlier.insertInto('menu_items').values(items).execute()
    const id = createId()
    await earlier
      .insertInto('orders')
      .values({ ...order, id, vendor_id, tracking_token: id, place_key: id, currency })
      .execute()
  }
  return db
}

const kitchen = {
  ...{ name: 'Test Kitchen', blurb: '', phone: '', place: '', status: 'active', timezone: 'Europe/London' },
  ...{ delivery_fee: 250, delivery_free_orders_over: 2500, minimum_order: 0, services: '[]', prep_minutes: 20 },
  ...{ accept_within_minutes: 10, hours: '{}', rush_minutes: 0, version: 0, is_sample: 0, created_at: 0 },
}
const item = { name: 'Dish', description: '', allergens: '[]', diets: '[]', available: 1 }
const order = {
  ...{ day: '2026-11-22', number: 1, place_hash: '', customer_name: '', customer_email: '', customer_email_key: '' },
  ...{ customer_phone: '', is_guest: 0, service: 'pickup', ready_slot: 0, promised_at: 0, lines: '[]', note: '' },
  ...{ subtotal: 950, delivery_fee: 0, total: 950, payment: 'cash', payment_state: 'none', referral: '' },
  ...{ state: 'placed', version: 1, accept_by: 0, placed_at: 0 },
}

const ordersOf = (db: Database) =>
  db
    .selectFrom('orders')
    .select(['currency', 'currency_digits as currencyDigits', 'total'])
    .orderBy('currency')
    .execute()

/** Currencies that Node formatted without fraction digits, although ISO 4217 gives them two. */
const differing = 'AFN ALL COP HUF IDR IRR KPW LAK LBP MGA MMK PKR SLL SOS SYP YER'.split(' ')

test('the migration keeps the value of every order, and converts prices and fees to the minor units of ISO 4217', async () => {
  const db = await earlierDatabase([...differing, 'IQD', 'GBP', 'JPY', 'KWD', 'RSD', 'UGX'])
  await migrate(db)

  const orders = await ordersOf(db)
  expect(orders.map(({ total, ...unit }) => formatMoney(total, unit).replaceAll('\u00a0', ' '))).toEqual([
    ...['AFN 950', 'ALL 950', 'COP 950', '£9.50', 'HUF 950', 'IDR 950', 'IQD 950', 'IRR 950', 'JP¥950', 'KPW 950'],
    ...['KWD 0.950', 'LAK 950', 'LBP 950', 'MGA 950', 'MMK 950', 'PKR 950', 'RSD 9.50', 'SLL 950', 'SOS 950'],
    ...['SYP 950', 'UGX 950', 'YER 950'],
  ])

  for (const vendor of await db.selectFrom('vendors').selectAll().execute()) {
    const factor = vendor.currency === 'IQD' ? 1_000 : differing.includes(vendor.currency) ? 100 : 1
    expect(vendor).toMatchObject({
      delivery_fee: 250 * factor,
      delivery_free_orders_over: 2_500 * factor,
      minimum_order: 0,
      zones: JSON.stringify([{ prefixes: ['AB1'], fee: 400 * factor, freeOver: null, minimum: 1_500 * factor }]),
    })
    const menu = db.selectFrom('menu_items').where('vendor_id', '=', vendor.id).orderBy('position')
    const items = await menu.select(['price', 'options']).execute()
    expect(items.map(({ price }) => price)).toEqual([950 * factor, 100_000_000 * factor])
    expect(JSON.parse(items[0]?.options ?? '')).toEqual([
      { choices: [{ priceAdjustment: -150 * factor }, { priceAdjustment: 0 }] },
    ])
    // The order keeps its former digits, so one unit of its amounts is worth `factor` minor units of ISO 4217.
    const order = orders.find(({ currency }) => currency === vendor.currency)
    expect(10 ** (getFractionDigits(vendor.currency) - (order?.currencyDigits ?? 0))).toBe(factor)
  }

  // Browsers and mails showed different amounts for the prices of this kitchen, so an admin has to open it again.
  const closed = await db.selectFrom('vendors').select('slug').where('status', '=', 'pending').execute()
  expect(closed).toEqual([{ slug: 'rsd' }])
  expect(await db.selectFrom('audit_log').select(['action', 'actor_name', 'target_name', 'detail']).execute()).toEqual([
    {
      action: 'kitchen suspended',
      actor_name: 'an update of the site',
      target_name: 'Test Kitchen',
      detail: 'Some browsers showed its prices in dinars without decimals. Check them with its owner, then open it.',
    },
  ])
})
