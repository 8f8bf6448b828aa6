import { type Kysely, PostgresAdapter } from 'kysely'
import type { Migration } from 'kysely/migration'
import { newId } from '../ids.ts'

/**
 * What Node's `Intl` (ICU 78) had otherwise than ISO 4217, until which amounts were written with its digits. It is written
 * down here, so that what this migration does never depends on the Node that runs it: by how much the amounts of kitchens
 * grow. Of all these `Intl` had no digits.
 */
const factors: Readonly<Record<string, number>> = {
  ...Object.fromEntries(
    'AFN ALL COP HUF IDR IRR KPW LAK LBP MGA MMK PKR SLL SOS SYP YER'.split(' ').map((one) => [one, 100]),
  ),
  IQD: 1_000,
}
/** Where `Intl` and ISO 4217 agreed on 0 and on 3 digits; all others had 2. */
const withoutDigits = 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF'.split(' ')
const withThreeDigits = 'BHD JOD KWD LYD OMR TND'.split(' ')

/** Where amounts are kept. */
const amounts: Readonly<Record<string, readonly string[]>> = {
  vendors: ['delivery_fee', 'delivery_free_orders_over', 'minimum_order'],
  menu_items: ['price'],
  orders: ['subtotal', 'delivery_fee', 'total'],
  payments: ['amount'],
  refunds: ['amount'],
  receipts: ['amount', 'commission'],
}

/**
 * Kitchens count in the minor units of ISO 4217 from now on, and every order keeps the digits that its amounts were written
 * with (docs/decisions/0028-currency-digits.md).
 */
export const currencyDigits: Migration = {
  async up(db) {
    // What was 100,000,000 can be a thousand times as much below. Integers of SQLite have 64 bits anyway.
    if (db.getExecutor().adapter instanceof PostgresAdapter)
      for (const [table, columns] of Object.entries(amounts))
        for (const column of columns)
          await db.schema
            .alterTable(table)
            .alterColumn(column, (change) => change.setDataType('bigint'))
            .execute()

    await db.schema
      .alterTable('orders')
      .addColumn('currency_digits', 'integer', (column) => column.notNull().defaultTo(2))
      .execute()
    const digits = { 0: [...Object.keys(factors), ...withoutDigits], 3: withThreeDigits }
    for (const [currency_digits, currencies] of Object.entries(digits))
      await db
        .updateTable('orders')
        .set({ currency_digits: Number(currency_digits) })
        .where('currency', 'in', currencies)
        .execute()

    await multiplyKitchens(db)
    await closeUnsureKitchens(db)
  },
}

/** What is read and written below, of the tables as they are at this migration. */
interface Tables {
  vendors: {
    id: string
    name: string
    status: string
    currency: string
    delivery_fee: number
    delivery_free_orders_over: number | null
    minimum_order: number
    zones: string
  }
  menu_items: { id: string; vendor_id: string; price: number; options: string }
  audit_log: Record<'id' | 'actor_name' | 'action' | 'target_id' | 'target_name' | 'detail', string> & {
    at: number
    actor_id: string | null
  }
}
type Zone = Record<'fee' | 'freeOver' | 'minimum', number | null>
type Options = { choices: { priceAdjustment: number }[] }[]

/** The prices and fees of kitchens become so many times as many units: the same money. */
async function multiplyKitchens(db: Kysely<Tables>): Promise<void> {
  const kitchens = await db.selectFrom('vendors').selectAll().where('currency', 'in', Object.keys(factors)).execute()
  for (const { id, currency, zones, ...terms } of kitchens) {
    const factor = factors[currency] ?? 1
    const orNull = (amount: number | null) => (amount === null ? null : amount * factor)
    const multiplied = (JSON.parse(zones) as Zone[]).map((zone) => ({
      ...zone,
      fee: orNull(zone.fee),
      freeOver: orNull(zone.freeOver),
      minimum: orNull(zone.minimum),
    }))
    await db
      .updateTable('vendors')
      .set({
        delivery_fee: terms.delivery_fee * factor,
        delivery_free_orders_over: orNull(terms.delivery_free_orders_over),
        minimum_order: terms.minimum_order * factor,
        zones: JSON.stringify(multiplied),
      })
      .where('id', '=', id)
      .execute()
    const items = await db
      .selectFrom('menu_items')
      .select(['id', 'price', 'options'])
      .where('vendor_id', '=', id)
      .execute()
    for (const item of items) {
      const options = (JSON.parse(item.options) as Options).map((option) => ({
        ...option,
        choices: option.choices.map((choice) => ({ ...choice, priceAdjustment: choice.priceAdjustment * factor })),
      }))
      await db
        .updateTable('menu_items')
        .set({ price: item.price * factor, options: JSON.stringify(options) })
        .where('id', '=', item.id)
        .execute()
    }
  }
}

/**
 * Node's `Intl` gave Serbian dinars two digits and that of many browsers none: 950 was typed and shown as 950 dinars there,
 * and mailed as 9.50. Nobody but its owner knows what such a kitchen meant, so an admin has to open it again.
 */
async function closeUnsureKitchens(db: Kysely<Tables>): Promise<void> {
  const closed = await db
    .updateTable('vendors')
    .set({ status: 'pending' })
    .where('currency', '=', 'RSD')
    .where('status', '=', 'active')
    .returning(['id', 'name'])
    .execute()
  for (const { id, name } of closed)
    await db
      .insertInto('audit_log')
      .values({
        id: newId(),
        at: Date.now(),
        actor_id: null,
        actor_name: 'an update of the site',
        action: 'kitchen suspended',
        target_id: id,
        target_name: name,
        detail: 'Some browsers showed its prices in dinars without decimals. Check them with its owner, then open it.',
      })
      .execute()
}
