import { type Email, readEmail } from '../db/email-key.ts'
import { Refusal } from './failures.ts'

/** Parses an email address. @throws {Refusal} email_invalid */
export function checkedEmail(input: string): Email {
  const email = readEmail(input)
  if (!email) throw new Refusal('email_invalid')
  return email
}
