import type { HandlerInput } from '#contract/endpoint.ts'
import type { Kitchen } from '#contract/menu.ts'
import type { DeliveryAddress, placeOrder as placeOrderCall, Quote } from '#contract/ordering.ts'
import { NOTE_LENGTH_MAX } from '#contract/ordering-limits.ts'
import { calculateQuote, normalizePostcode } from '#contract/quote.ts'
import { cleanLine } from '../../../http/clean-line.ts'
import { Refusal } from '../../../http/failures.ts'
import { parsePhone } from '../parse-phone.ts'

export type OrderRequest = HandlerInput<typeof placeOrderCall>['body']

/** Cleans the texts of an order. @throws {Refusal} note_too_long, phone_invalid, phone_length */
export function parseOrderTexts({ note, phone, referral, address }: OrderRequest) {
  const cleanNote = note
    .split(/\r\n?|\n/)
    .map(cleanLine)
    .join('\n')
    .trim()
  if ([...cleanNote].length > NOTE_LENGTH_MAX) throw new Refusal('note_too_long')
  return {
    note: cleanNote,
    phone: parsePhone(phone),
    referral: cleanLine(referral),
    address: address && {
      address: cleanLine(address.address),
      city: cleanLine(address.city),
      postcode: cleanLine(normalizePostcode(address.postcode)),
    },
  }
}

/** Calculates a quote, and adds the problem `address_missing` to a delivery without a complete address. */
export function calculateOrderQuote(
  kitchen: Kitchen,
  { service, slotAt, address, lines }: OrderRequest,
  now: number,
): Quote {
  const postcode = service === 'delivery' ? (address?.postcode ?? '') : null
  const quote = calculateQuote(kitchen, { service, slotAt, postcode, lines }, now)
  if (service === 'pickup' || isComplete(address) || quote.problems.some(({ code }) => code === 'address_missing'))
    return quote
  const missing = { code: 'address_missing' as const, message: 'Enter the street and the town to deliver to.' }
  return { ...quote, problems: [...quote.problems, missing] }
}

const isComplete = (address: DeliveryAddress | null): boolean => !!address?.address && !!address.city
