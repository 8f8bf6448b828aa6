import { cleanLine } from '../../http/clean-line.ts'
import { Refusal } from '../../http/failures.ts'

/** Returns a phone number with single spaces, or an empty text when none was entered. @throws {Refusal} phone_invalid */
export function parsePhone(input: string): string {
  const phone = cleanLine(input)
  if (phone === '') return ''
  const digits = phone.replaceAll(/\D/g, '').length
  if (!/^\+?[\d ]+$/.test(phone) || digits < 5 || digits > 15) throw new Refusal('phone_invalid')
  return phone
}
