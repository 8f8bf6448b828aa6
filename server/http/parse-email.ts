import { type EmailWithKey, tryParseEmail } from '../db/email-key.ts'
import { Refusal } from './failures.ts'

/** Parses an email address. @throws {Refusal} email_invalid */
export function parseEmail(input: string): EmailWithKey {
  const email = tryParseEmail(input)
  if (!email) throw new Refusal('email_invalid')
  return email
}
