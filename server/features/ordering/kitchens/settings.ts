import type { Insertable, Selectable, Transaction } from 'kysely'
import { currencies } from '#contract/currencies.ts'
import type { InputOf } from '#contract/endpoint.ts'
import type { saveKitchenSettings } from '#contract/kitchen.ts'
import {
  ACCEPT_MINUTES,
  ADDRESS_LINE_LENGTH_MAX,
  MENU_TEXT_LENGTH_MAX,
  MONEY_MAX,
  PREP_MINUTES,
} from '#contract/ordering-limits.ts'
import type { VendorsTable } from '../../../db/ordering-tables.ts'
import type { Schema } from '../../../db/schema.ts'
import { checkedName } from '../../../http/checked-name.ts'
import { cleanLine } from '../../../http/clean-line.ts'
import { Refusal } from '../../../http/failures.ts'
import { isTimeZone } from '../../../http/time-zone.ts'
import { checkedPhone } from '../checked-phone.ts'

export type Settings = InputOf<typeof saveKitchenSettings>['body']
type Named = Pick<Settings, 'name' | 'slug' | 'timezone' | 'currency'>

const SLUG_LENGTH = { min: 3, max: 40 }
const ORDERS_PER_SLOT_MAX = 1000

/**
 * How a kitchen is named and where it is, checked.
 * @param present the currency that it has, which stays possible when ISO 4217 has withdrawn it
 * @throws {Refusal} name_missing, name_too_long, slug_invalid, time_zone_unknown, currency_unknown
 */
export function checkedIdentity({ name, slug, timezone, currency }: Named, present?: string): Named {
  const clean = checkedName(name)
  if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(slug) || slug.length < SLUG_LENGTH.min || slug.length > SLUG_LENGTH.max)
    throw new Refusal('slug_invalid')
  if (!isTimeZone(timezone)) throw new Refusal('time_zone_unknown')
  if (currency !== present && !currencies.includes(currency)) throw new Refusal('currency_unknown')
  return { name: clean, slug, timezone, currency }
}

/**
 * The columns of what a kitchen says of itself.
 * @param present the currency that it has
 * @throws {Refusal} what checkedIdentity throws, amount_invalid, minutes_invalid, phone_invalid, text_too_long
 */
export function checkedSettings(settings: Settings, present: string) {
  const { prepMinutes, acceptWithinMinutes, ordersPerSlot, deliveryFee, deliveryFreeOrdersOver, minimumOrder } =
    settings
  const identity = checkedIdentity(settings, present)
  for (const [minutes, { min, max }] of [
    [prepMinutes, PREP_MINUTES],
    [acceptWithinMinutes, ACCEPT_MINUTES],
  ] as const)
    if (minutes < min || minutes > max) throw new Refusal('minutes_invalid')
  for (const amount of [deliveryFee, deliveryFreeOrdersOver ?? 0, minimumOrder])
    if (amount < 0 || amount > MONEY_MAX) throw new Refusal('amount_invalid')
  if (ordersPerSlot !== null && (ordersPerSlot < 1 || ordersPerSlot > ORDERS_PER_SLOT_MAX))
    throw new Refusal('amount_invalid', `A slot takes from 1 to ${ORDERS_PER_SLOT_MAX} orders, or any number.`)
  return {
    ...identity,
    blurb: checkedWords(settings.blurb, MENU_TEXT_LENGTH_MAX),
    phone: checkedPhone(settings.phone),
    place: checkedWords(settings.place, ADDRESS_LINE_LENGTH_MAX),
    services: JSON.stringify([...new Set(settings.services)].sort()),
    prep_minutes: prepMinutes,
    accept_within_minutes: acceptWithinMinutes,
    orders_per_slot: ordersPerSlot,
    delivery_fee: deliveryFee,
    delivery_free_orders_over: deliveryFreeOrdersOver,
    minimum_order: minimumOrder,
    ...(settings.confirmFirst !== undefined && { confirm_first: settings.confirmFirst ? (1 as const) : (0 as const) }),
  }
}

/** The settings of a new kitchen, as columns. */
export const initialSettings = {
  blurb: '',
  phone: '',
  place: '',
  services: JSON.stringify(['delivery', 'pickup']),
  prep_minutes: 20,
  accept_within_minutes: 15,
  orders_per_slot: null,
  delivery_fee: 0,
  delivery_free_orders_over: null,
  minimum_order: 0,
  confirm_first: 0,
} satisfies Partial<Insertable<VendorsTable>>

/** A line of words, cleaned. @param max in characters @throws {Refusal} text_too_long */
export function checkedWords(typed: string, max: number): string {
  const words = cleanLine(typed)
  if ([...words].length > max) throw new Refusal('text_too_long', `Use at most ${max} characters.`)
  return words
}

/**
 * Writes the settings of a kitchen that is held.
 * @throws {Refusal} slug_taken; in_use for another slug or currency once there are orders
 */
export async function writeSettings(
  tx: Transaction<Schema>,
  vendor: Selectable<VendorsTable>,
  columns: ReturnType<typeof checkedSettings>,
): Promise<void> {
  if (columns.slug !== vendor.slug || columns.currency !== vendor.currency) {
    const order = await tx
      .selectFrom('orders')
      .select('id')
      .where('vendor_id', '=', vendor.id)
      .limit(1)
      .executeTakeFirst()
    if (order) throw new Refusal('in_use', 'There are orders already, so address and currency stay as they are.')
  }
  if (columns.slug !== vendor.slug) await refuseTaken(tx, columns.slug)
  await tx.updateTable('vendors').set(columns).where('id', '=', vendor.id).execute()
}

/** @throws {Refusal} slug_taken */
export async function refuseTaken(tx: Transaction<Schema>, slug: string): Promise<void> {
  if (await tx.selectFrom('vendors').select('id').where('slug', '=', slug).executeTakeFirst())
    throw new Refusal('slug_taken')
}
