import { cleanLine } from '../../http/clean-line.ts'
import { Refusal } from '../../http/failures.ts'

/** A phone number as it was typed, its blanks made single; empty for none. @throws {Refusal} phone_invalid */
export function checkedPhone(typed: string): string {
  const phone = cleanLine(typed)
  if (phone === '') return ''
  const digits = phone.replaceAll(/\D/g, '').length
  if (!/^\+?[\d ]+$/.test(phone) || digits < 5 || digits > 15) throw new Refusal('phone_invalid')
  return phone
}
