import { type Email, readEmail } from '../db/email-key.ts'
import { Refusal } from './failures.ts'

/** Returns a typed address and its key. @throws {Refusal} email_invalid */
export function checkedEmail(typed: string): Email {
  const email = readEmail(typed)
  if (!email) throw new Refusal('email_invalid')
  return email
}
