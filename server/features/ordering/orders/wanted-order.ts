import type { InputOf } from '#contract/endpoint.ts'
import type { Kitchen } from '#contract/menu.ts'
import type { Address, placeOrder as placeOrderCall, Quote } from '#contract/ordering.ts'
import { NOTE_LENGTH_MAX } from '#contract/ordering-limits.ts'
import { calculateQuote } from '#contract/quote.ts'
import { cleanLine } from '../../../http/clean-line.ts'
import { Refusal } from '../../../http/failures.ts'
import { checkedPhone } from '../checked-phone.ts'

/** What is sent to place an order. */
export type Wanted = InputOf<typeof placeOrderCall>['body']

/** The words of an order as they are kept. @throws {Refusal} note_too_long, phone_invalid */
export function checkedWords({ note, phone, referral, address }: Wanted) {
  const words = note
    .split(/\r\n?|\n/)
    .map(cleanLine)
    .join('\n')
    .trim()
  if ([...words].length > NOTE_LENGTH_MAX) throw new Refusal('note_too_long')
  return {
    note: words,
    phone: checkedPhone(phone),
    referral: cleanLine(referral),
    address: address && {
      address: cleanLine(address.address),
      city: cleanLine(address.city),
      postcode: cleanLine(address.postcode),
    },
  }
}

/** The quote that everybody sees, and that an order has somewhere to go. */
export function quoteFor(kitchen: Kitchen, { service, slotAt, address, lines }: Wanted, now: number): Quote {
  const postcode = service === 'delivery' ? (address?.postcode ?? '') : null
  const quote = calculateQuote(kitchen, { service, slotAt, postcode, lines }, now)
  if (service === 'pickup' || isWhole(address) || quote.problems.some(({ code }) => code === 'address_missing'))
    return quote
  const missing = { code: 'address_missing' as const, message: 'Enter the street and the town to deliver to.' }
  return { ...quote, problems: [...quote.problems, missing] }
}

const isWhole = (address: Address | null): boolean => !!address?.address && !!address.city
