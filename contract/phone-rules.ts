import type { ErrorCode } from './errors.ts'

/** The number of digits in a phone number. No number has more than 15 (ITU-T E.164). */
const DIGITS_RANGE = { min: 5, max: 15 } as const

/** Returns the code of the first rule that a phone number breaks; null when it is valid or empty. */
export function findPhoneErrorCode(phone: string): Extract<ErrorCode, 'phone_invalid' | 'phone_length'> | null {
  if (phone === '') return null
  if (!/^\+?[\d ]+$/.test(phone)) return 'phone_invalid'
  const digits = phone.replaceAll(/\D/g, '').length
  return digits < DIGITS_RANGE.min || digits > DIGITS_RANGE.max ? 'phone_length' : null
}
