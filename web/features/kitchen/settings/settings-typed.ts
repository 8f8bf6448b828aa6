import { type ErrorCode, errors } from '#contract/errors.ts'
import type { KitchenSettings, ManagedKitchen } from '#contract/kitchen.ts'
import { type Service, services } from '#contract/menu-enums.ts'
import { ACCEPT_MINUTES, MENU_NAME_LENGTH_MAX, MENU_TEXT_LENGTH_MAX, PREP_MINUTES } from '#contract/ordering-limits.ts'
import type { Problems } from '../../../forms/use-problems.ts'
import { countInput, parseCount } from '../editing/typed-number.ts'

/** The settings of a kitchen as they are typed; what costs money stands on the page of delivery. */
export interface SettingsTyped extends Record<string, unknown> {
  name: string
  slug: string
  blurb: string
  phone: string
  place: string
  timezone: string
  currency: string
  services: Service[]
  prepMinutes: string
  acceptWithinMinutes: string
  /** Empty: any number. */
  ordersPerSlot: string
  confirmFirst: boolean
}

/** What the form begins with. */
export const settingsTyped = ({ terms, confirmFirst }: ManagedKitchen): SettingsTyped => ({
  name: terms.name,
  slug: terms.slug,
  blurb: terms.blurb,
  phone: terms.phone,
  place: terms.place,
  timezone: terms.timezone,
  currency: terms.currency,
  services: services.filter((service) => terms.services.includes(service)),
  prepMinutes: countInput(terms.prepMinutes),
  acceptWithinMinutes: countInput(terms.acceptWithinMinutes),
  ordersPerSlot: countInput(terms.ordersPerSlot),
  confirmFirst,
})

const lengthOf = (text: string) => [...text.trim()].length

const minutesProblem = (typed: string, { min, max }: { min: number; max: number }) => {
  const minutes = parseCount(typed)
  return minutes === null || minutes < min || minutes > max ? `Use a whole number from ${min} to ${max}.` : ''
}

/** What is wrong with it, as far as the browser can tell. */
export function settingsProblems(typed: SettingsTyped): Problems {
  const problems: Problems = {}
  if (lengthOf(typed.name) === 0) problems.name = errors.name_missing.message
  if (lengthOf(typed.name) > MENU_NAME_LENGTH_MAX) problems.name = errors.name_too_long.message
  if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(typed.slug.trim())) problems.slug = errors.slug_invalid.message
  if (lengthOf(typed.blurb) > MENU_TEXT_LENGTH_MAX) problems.blurb = errors.text_too_long.message
  if (!/^[\d\s+()/.-]*$/.test(typed.phone)) problems.phone = errors.phone_invalid.message
  problems.prepMinutes = minutesProblem(typed.prepMinutes, PREP_MINUTES)
  problems.acceptWithinMinutes = minutesProblem(typed.acceptWithinMinutes, ACCEPT_MINUTES)
  if (typed.ordersPerSlot.trim() !== '' && !parseCount(typed.ordersPerSlot))
    problems.ordersPerSlot = 'Use a whole number from 1 on, or leave it empty.'
  return problems
}

/** What is sent, with what other pages save of it. */
export const settingsFrom = (typed: SettingsTyped, others: KitchenSettings): KitchenSettings => ({
  ...others,
  name: typed.name.trim(),
  slug: typed.slug.trim(),
  blurb: typed.blurb.trim(),
  phone: typed.phone.trim(),
  place: typed.place.trim(),
  timezone: typed.timezone,
  currency: typed.currency,
  services: typed.services,
  prepMinutes: Number(typed.prepMinutes),
  acceptWithinMinutes: Number(typed.acceptWithinMinutes),
  ordersPerSlot: parseCount(typed.ordersPerSlot),
  confirmFirst: typed.confirmFirst,
})

const blamed: Partial<Record<ErrorCode, string>> = {
  name_missing: 'name',
  name_too_long: 'name',
  slug_invalid: 'slug',
  slug_taken: 'slug',
  time_zone_unknown: 'timezone',
  currency_unknown: 'currency',
  phone_invalid: 'phone',
}

/** The field that a refusal of the server is about; undefined for the whole form. */
export function settingsFieldOf(code: ErrorCode | null, sent: SettingsTyped, saved: SettingsTyped): string | undefined {
  if (code === 'in_use') return sent.slug === saved.slug ? 'currency' : 'slug'
  return code ? blamed[code] : undefined
}
