import type { RequestBody } from '#contract/endpoint.ts'
import { errors } from '#contract/errors.ts'
import type { ManagedKitchen, saveKitchenSettings } from '#contract/kitchen.ts'
import { services } from '#contract/menu-enums.ts'
import { ACCEPT_MINUTES_RANGE, MENU_TEXT_LENGTH_MAX, PREP_MINUTES_RANGE } from '#contract/ordering-limits.ts'
import { findPhoneErrorCode } from '#contract/phone-rules.ts'
import { fieldChecks } from '../../../forms/field-problems.ts'
import type { Problems } from '../../../forms/use-problems.ts'
import { formatCountInput, parseCountInput } from '../editing/count-input.ts'

export const toSettingsValues = ({ terms, confirmFirst }: ManagedKitchen) => {
  const { name, slug, blurb, phone, place, timezone, currency } = terms
  return {
    ...{ name, slug, blurb, phone, place, timezone, currency },
    services: services.filter((service) => terms.services.includes(service)),
    prepMinutes: formatCountInput(terms.prepMinutes),
    acceptWithinMinutes: formatCountInput(terms.acceptWithinMinutes),
    /** The maximum number of orders in one slot; empty when there is no maximum. */
    ordersPerSlot: formatCountInput(terms.ordersPerSlot),
    confirmFirst,
  }
}

/** The values of the settings form. Fees are on the delivery page. */
type SettingsValues = ReturnType<typeof toSettingsValues>

const minutesProblem = (text: string, { min, max }: { min: number; max: number }) => {
  const minutes = parseCountInput(text)
  return minutes === null || minutes < min || minutes > max ? `Use a whole number from ${min} to ${max}.` : ''
}

const phoneProblem = (text: string) => {
  const code = findPhoneErrorCode(text.trim().replaceAll(/\s+/g, ' '))
  return code ? errors[code].message : ''
}

export const findSettingsProblems = (formValues: SettingsValues): Problems => ({
  name: fieldChecks.name(formValues.name),
  slug: /^[a-z0-9]+(-[a-z0-9]+)*$/.test(formValues.slug.trim()) ? '' : errors.slug_invalid.message,
  blurb: fieldChecks.text(formValues.blurb, MENU_TEXT_LENGTH_MAX),
  phone: phoneProblem(formValues.phone),
  prepMinutes: minutesProblem(formValues.prepMinutes, PREP_MINUTES_RANGE),
  acceptWithinMinutes: minutesProblem(formValues.acceptWithinMinutes, ACCEPT_MINUTES_RANGE),
  ordersPerSlot:
    formValues.ordersPerSlot.trim() === '' || parseCountInput(formValues.ordersPerSlot)
      ? ''
      : 'Use a whole number from 1 on, or leave it empty.',
})

/** Returns the settings to send to the server, without those of the delivery page. */
export const toKitchenSettings = (formValues: SettingsValues): RequestBody<typeof saveKitchenSettings> => ({
  ...formValues,
  slug: formValues.slug.trim(),
  prepMinutes: Number(formValues.prepMinutes),
  acceptWithinMinutes: Number(formValues.acceptWithinMinutes),
  ordersPerSlot: parseCountInput(formValues.ordersPerSlot),
})
