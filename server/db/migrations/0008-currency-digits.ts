import { type Kysely, PostgresAdapter } from 'kysely'
import type { Migration } from 'kysely/migration'
import { createId } from '../ids.ts'

/**
 * The factors by which the amounts of kitchens are multiplied. Until this migration, amounts had as many decimals as in
 * Node's `Intl` (ICU 78). For these currencies, `Intl` has no decimals, but ISO 4217 has two or three. The factors are
 * constants here, because the migration must not depend on the Node that runs it.
 */
const factors: Readonly<Record<string, number>> = {
  ...Object.fromEntries(
    'AFN ALL COP HUF IDR IRR KPW LAK LBP MGA MMK PKR SLL SOS SYP YER'.split(' ').map((one) => [one, 100]),
  ),
  IQD: 1_000,
}
/** The currencies with 0 digits, and those with 3 digits, both in `Intl` and in ISO 4217. All others have 2 digits. */
const withoutDigits = 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF'.split(' ')
const withThreeDigits = 'BHD JOD KWD LYD OMR TND'.split(' ')

/** The columns that contain amounts. */
const amounts: Readonly<Record<string, readonly string[]>> = {
  vendors: ['delivery_fee', 'delivery_free_orders_over', 'minimum_order'],
  menu_items: ['price'],
  orders: ['subtotal', 'delivery_fee', 'total'],
  payments: ['amount'],
  refunds: ['amount'],
  receipts: ['amount', 'commission'],
}

/**
 * Converts the amounts of kitchens to the minor units of ISO 4217, and stores with every order the digits of its
 * amounts (docs/decisions/0028-currency-digits.md).
 */
export const currencyDigits: Migration = {
  async up(db) {
    // The columns need 64 bits, because amounts of up to 100,000,000 are multiplied by up to 1,000 below. In SQLite,
    // integers always have 64 bits.
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

/** The columns that this migration reads and writes, as they are at this migration. */
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

/** Multiplies the prices and fees of kitchens by the factor of their currency; the value stays the same. */
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
 * Closes the kitchens with prices in Serbian dinars. Node's `Intl` gave dinars two digits, and the `Intl` of many
 * browsers gave them none. Such a browser showed 950 as 950 dinars, and mails showed it as 9.50. Only the owner knows
 * which amount is right, so an admin has to open the kitchen again.
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
        id: createId(),
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
