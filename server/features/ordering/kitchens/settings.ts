import type { Selectable, Updateable } from 'kysely'
import { currencies } from '#contract/currencies.ts'
import type { HandlerInput } from '#contract/endpoint.ts'
import type { KitchenSettings, saveKitchenSettings } from '#contract/kitchen.ts'
import {
  ACCEPT_MINUTES_RANGE,
  ADDRESS_LINE_LENGTH_MAX,
  AMOUNT_MAX_MINOR_UNITS,
  MENU_TEXT_LENGTH_MAX,
  PREP_MINUTES_RANGE,
} from '#contract/ordering-limits.ts'
import { hasRow } from '../../../db/count-query-rows.ts'
import type { Tx } from '../../../db/database.ts'
import type { VendorsTable } from '../../../db/ordering-tables.ts'
import { cleanLine } from '../../../http/clean-line.ts'
import { Refusal } from '../../../http/failures.ts'
import { parseName } from '../../../http/parse-name.ts'
import { isTimeZone } from '../../../http/time-zone.ts'
import { parsePhone } from '../parse-phone.ts'
import { requireKitchen } from './read-kitchen.ts'

export type CoreKitchenSettings = Pick<KitchenSettings, 'name' | 'slug' | 'timezone' | 'currency'>

const SLUG_LENGTH = { min: 3, max: 40 }
const ORDERS_PER_SLOT_MAX = 1000

/**
 * Checks the name, slug, time zone and currency of a kitchen.
 * @param presentCurrency the present currency, which is accepted even when ISO 4217 has withdrawn it
 * @throws {Refusal} name_missing, name_too_long, slug_invalid, time_zone_unknown, currency_unknown
 */
export function parseCoreKitchenSettings(
  { name, slug, timezone, currency }: CoreKitchenSettings,
  presentCurrency?: string,
): CoreKitchenSettings {
  const clean = parseName(name)
  if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(slug) || slug.length < SLUG_LENGTH.min || slug.length > SLUG_LENGTH.max)
    throw new Refusal('slug_invalid')
  if (!isTimeZone(timezone)) throw new Refusal('time_zone_unknown')
  if (currency !== presentCurrency && !currencies.includes(currency)) throw new Refusal('currency_unknown')
  return { name: clean, slug, timezone, currency }
}

/**
 * Checks the settings of a kitchen and converts them to columns of the table `vendors`.
 * @throws {Refusal} amount_invalid, minutes_invalid, phone_invalid, phone_length, text_too_long, and the refusals of
 * parseCoreKitchenSettings
 */
export function parseKitchenSettingsToColumns(settings: KitchenSettings, presentCurrency: string) {
  const { prepMinutes, acceptWithinMinutes, ordersPerSlot, deliveryFee, deliveryFreeOrdersOver, minimumOrder } =
    settings
  const identity = parseCoreKitchenSettings(settings, presentCurrency)
  for (const [minutes, { min, max }] of [
    [prepMinutes, PREP_MINUTES_RANGE],
    [acceptWithinMinutes, ACCEPT_MINUTES_RANGE],
  ] as const)
    if (minutes < min || minutes > max) throw new Refusal('minutes_invalid')
  for (const amount of [deliveryFee, deliveryFreeOrdersOver ?? 0, minimumOrder])
    if (amount < 0 || amount > AMOUNT_MAX_MINOR_UNITS) throw new Refusal('amount_invalid')
  if (ordersPerSlot !== null && (ordersPerSlot < 1 || ordersPerSlot > ORDERS_PER_SLOT_MAX))
    throw new Refusal('amount_invalid', `A slot takes from 1 to ${ORDERS_PER_SLOT_MAX} orders, or any number.`)
  return {
    ...identity,
    blurb: parseTextLine(settings.blurb, MENU_TEXT_LENGTH_MAX),
    phone: parsePhone(settings.phone),
    place: parseTextLine(settings.place, ADDRESS_LINE_LENGTH_MAX),
    services: JSON.stringify([...new Set(settings.services)].sort()),
    prep_minutes: prepMinutes,
    accept_within_minutes: acceptWithinMinutes,
    orders_per_slot: ordersPerSlot,
    delivery_fee: deliveryFee,
    delivery_free_orders_over: deliveryFreeOrdersOver,
    minimum_order: minimumOrder,
    confirm_first: settings.confirmFirst ? (1 as const) : (0 as const),
  }
}

/** Cleans one line of text. @param max in characters @throws {Refusal} text_too_long */
export function parseTextLine(input: string, max: number): string {
  const text = cleanLine(input)
  if ([...text].length > max) throw new Refusal('text_too_long', `Use at most ${max} characters.`)
  return text
}

/**
 * Updates the settings of a locked kitchen.
 * @param changes the settings that were sent; the others stay as they are
 * @throws {Refusal} slug_taken; in_use for another slug or currency when the kitchen has orders; and the refusals of
 * parseKitchenSettingsToColumns
 */
export async function updateKitchenSettings(
  tx: Tx,
  kitchen: Selectable<VendorsTable>,
  changes: HandlerInput<typeof saveKitchenSettings>['body'],
): Promise<void> {
  const { terms, confirmFirst } = await requireKitchen(tx, kitchen.id)
  // JSON has no undefined values, so no setting becomes undefined.
  const settings = { ...terms, confirmFirst, ...changes } as KitchenSettings
  const columns = parseKitchenSettingsToColumns(settings, kitchen.currency)
  const isMoved = columns.slug !== kitchen.slug || columns.currency !== kitchen.currency
  if (isMoved && (await hasRow(tx.selectFrom('orders').where('vendor_id', '=', kitchen.id))))
    throw new Refusal('in_use', 'There are orders already, so address and currency stay as they are.')
  if (columns.slug !== kitchen.slug) await refuseTakenSlug(tx, columns.slug)
  await updateKitchenColumns(tx, kitchen.id, columns)
}

export async function updateKitchenColumns(
  tx: Tx,
  kitchenId: string,
  columns: Updateable<VendorsTable>,
): Promise<void> {
  await tx.updateTable('vendors').set(columns).where('id', '=', kitchenId).execute()
}

/** @throws {Refusal} slug_taken */
export async function refuseTakenSlug(tx: Tx, slug: string): Promise<void> {
  if (await hasRow(tx.selectFrom('vendors').where('slug', '=', slug))) throw new Refusal('slug_taken')
}
