import { createHash } from 'node:crypto'

/** The behaviour of a test card, as at Stripe. https://docs.stripe.com/testing */
export interface TestCard {
  brand: 'visa' | 'mastercard' | 'amex'
  /** The reason for which the bank declines the card. */
  decline?: { code: string; declineCode?: string; words: string }
  /** Whether the bank requires an authentication (3-D Secure). */
  asks?: true
  /** The state of refunds to the card. */
  refund?: 'pending' | 'fails_later'
  /** Whether the owner disputes each charge. */
  disputes?: true
}

const declined = 'Your card was declined.'
const cards: Readonly<Record<string, TestCard>> = {
  '4242424242424242': { brand: 'visa' },
  '4000056655665556': { brand: 'visa' },
  '4111111111111111': { brand: 'visa' },
  '5555555555554444': { brand: 'mastercard' },
  '378282246310005': { brand: 'amex' },
  '4000002760003184': { brand: 'visa', asks: true },
  '4000000000003220': { brand: 'visa', asks: true },
  '4000008400001629': {
    brand: 'visa',
    asks: true,
    decline: { code: 'card_declined', declineCode: 'generic_decline', words: declined },
  },
  '4000000000000002': {
    brand: 'visa',
    decline: { code: 'card_declined', declineCode: 'generic_decline', words: declined },
  },
  '4000000000009995': {
    brand: 'visa',
    decline: {
      code: 'card_declined',
      declineCode: 'insufficient_funds',
      words: 'Your card has insufficient funds.',
    },
  },
  '4000000000009987': {
    brand: 'visa',
    decline: { code: 'card_declined', declineCode: 'lost_card', words: declined },
  },
  '4000000000000069': {
    brand: 'visa',
    decline: { code: 'expired_card', words: 'Your card has expired.' },
  },
  '4000000000000127': {
    brand: 'visa',
    decline: { code: 'incorrect_cvc', words: 'Your card’s security code is incorrect.' },
  },
  '4000000000000119': {
    brand: 'visa',
    decline: {
      code: 'processing_error',
      words: 'An error occurred while processing your card. Try again in a little bit.',
    },
  },
  '4000000000007726': { brand: 'visa', refund: 'pending' },
  '4000000000005126': { brand: 'visa', refund: 'fails_later' },
  '4000000000000259': { brand: 'visa', disputes: true },
}

/** The numbers of the test cards, by name. */
export const testCardNumbers = {
  good: '4242424242424242',
  mastercard: '5555555555554444',
  declined: '4000000000000002',
  noFunds: '4000000000009995',
  asks: '4000002760003184',
  asksThenDeclined: '4000008400001629',
  refundPending: '4000000000007726',
  refundFails: '4000000000005126',
  disputes: '4000000000000259',
} as const

/** Returns whether the check digit is right (ISO/IEC 7812-1, Luhn). */
function isCardNumber(number: string): boolean {
  if (!/^\d{12,19}$/.test(number)) return false
  const sum = [...number]
    .reverse()
    .map((digit, place) => (place % 2 ? Number(digit) * 2 : Number(digit)))
    .reduce((all, digit) => all + (digit > 9 ? digit - 9 : digit), 0)
  return sum % 10 === 0
}

/** The first digits of cards that were reported stolen. */
const STOLEN = '40000099'
const stolen: TestCard = {
  brand: 'visa',
  decline: { code: 'card_declined', declineCode: 'stolen_card', words: declined },
}

/**
 * Returns a valid card number: one of a million good cards, or of a million stolen cards.
 * @param nth from 0 to 999,999
 */
export function buildCardNumber(nth: number, kind: 'good' | 'stolen'): string {
  const start = `${kind === 'stolen' ? STOLEN : '40000088'}0${String(nth).padStart(6, '0')}`
  return [...'0123456789'].map((digit) => start + digit).find(isCardNumber) ?? ''
}

/** Returns the behaviour of a card; undefined for an invalid number. Unlisted valid numbers are good Visa cards. */
export const findTestCard = (number: string): TestCard | undefined =>
  cards[number] ?? (isCardNumber(number) ? (number.startsWith(STOLEN) ? stolen : { brand: 'visa' }) : undefined)

/** Returns the fingerprint of a card, which is the same for all customers. */
export const fingerprintOf = (number: string): string =>
  createHash('sha256').update(`card ${number}`).digest('base64url').replace(/\W|_/g, '').slice(0, 16)
