import { findPhoneErrorCode } from '#contract/phone-rules.ts'
import { cleanLine } from '../../http/clean-line.ts'
import { Refusal } from '../../http/failures.ts'

/**
 * Returns a phone number with single spaces, or an empty text when none was entered.
 * @throws {Refusal} phone_invalid, phone_length
 */
export function parsePhone(input: string): string {
  const phone = cleanLine(input)
  const problem = findPhoneErrorCode(phone)
  if (problem) throw new Refusal(problem)
  return phone
}
