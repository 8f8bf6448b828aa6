import { type ErrorCode, errors } from '#contract/errors.ts'
import type { KitchenSettings, ManagedKitchen } from '#contract/kitchen.ts'
import { type Service, services } from '#contract/menu-enums.ts'
import { ACCEPT_MINUTES, MENU_NAME_LENGTH_MAX, MENU_TEXT_LENGTH_MAX, PREP_MINUTES } from '#contract/ordering-limits.ts'
import type { Problems } from '../../../forms/use-problems.ts'
import { countInput, parseCount } from '../editing/count-input.ts'

/** The values of the settings form. Fees are on the delivery page. */
export interface SettingsValues extends Record<string, unknown> {
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
  /** Empty when the number is not limited. */
  ordersPerSlot: string
  confirmFirst: boolean
}

export const toSettingsValues = ({ terms, confirmFirst }: ManagedKitchen): SettingsValues => ({
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

const minutesProblem = (text: string, { min, max }: { min: number; max: number }) => {
  const minutes = parseCount(text)
  return minutes === null || minutes < min || minutes > max ? `Use a whole number from ${min} to ${max}.` : ''
}

/** Returns the problems that the browser can find, by field. */
export function settingsProblems(formValues: SettingsValues): Problems {
  const problems: Problems = {}
  if (lengthOf(formValues.name) === 0) problems.name = errors.name_missing.message
  if (lengthOf(formValues.name) > MENU_NAME_LENGTH_MAX) problems.name = errors.name_too_long.message
  if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(formValues.slug.trim())) problems.slug = errors.slug_invalid.message
  if (lengthOf(formValues.blurb) > MENU_TEXT_LENGTH_MAX) problems.blurb = errors.text_too_long.message
  if (!/^[\d\s+()/.-]*$/.test(formValues.phone)) problems.phone = errors.phone_invalid.message
  problems.prepMinutes = minutesProblem(formValues.prepMinutes, PREP_MINUTES)
  problems.acceptWithinMinutes = minutesProblem(formValues.acceptWithinMinutes, ACCEPT_MINUTES)
  if (formValues.ordersPerSlot.trim() !== '' && !parseCount(formValues.ordersPerSlot))
    problems.ordersPerSlot = 'Use a whole number from 1 on, or leave it empty.'
  return problems
}

/** Returns the settings for the request. @param saved the settings that other pages change */
export const settingsFrom = (formValues: SettingsValues, saved: KitchenSettings): KitchenSettings => ({
  ...saved,
  name: formValues.name.trim(),
  slug: formValues.slug.trim(),
  blurb: formValues.blurb.trim(),
  phone: formValues.phone.trim(),
  place: formValues.place.trim(),
  timezone: formValues.timezone,
  currency: formValues.currency,
  services: formValues.services,
  prepMinutes: Number(formValues.prepMinutes),
  acceptWithinMinutes: Number(formValues.acceptWithinMinutes),
  ordersPerSlot: parseCount(formValues.ordersPerSlot),
  confirmFirst: formValues.confirmFirst,
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

/** Returns the field that a refusal of the server is about; undefined for the whole form. */
export function findSettingsField(
  code: ErrorCode | null,
  sent: SettingsValues,
  saved: SettingsValues,
): string | undefined {
  if (code === 'in_use') return sent.slug === saved.slug ? 'currency' : 'slug'
  return code ? blamed[code] : undefined
}
