import { type ErrorCode, errors } from '#contract/errors.ts'
import { lazy } from '#contract/lazy.ts'
import { NAME_LENGTH_MAX } from '#contract/limits.ts'
import { findPasswordProblem, passwordProblemCodes } from '#contract/password-rules.ts'

/**
 * For each field name, the error codes that can be about this field. When several fields of a form can have the same
 * code, the problem is shown at the first of them.
 */
const codesOfField: Record<string, readonly ErrorCode[]> = {
  name: ['name_missing', 'name_too_long', 'guest_incomplete'],
  email: ['email_invalid'],
  owner: ['email_invalid', 'no_such_reader'],
  newPassword: passwordProblemCodes,
  password: [...passwordProblemCodes, 'wrong_credentials'],
  confirmation: ['confirmation_wrong'],
  code: ['code_required', 'code_wrong'],
  picture: ['picture_unreadable', 'picture_too_large'],
  path: ['address_taken'],
  content: ['comment_empty', 'comment_too_long'],
  url: ['link_invalid'],
  links: ['link_invalid', 'too_many_links'],
  message: ['message_missing', 'message_too_long'],
  end: ['end_before_start'],
  to: ['quiet_hours_empty'],
  timeZone: ['time_zone_unknown'],
  timezone: ['time_zone_unknown'],
  slug: ['slug_invalid', 'slug_taken', 'in_use'],
  currency: ['currency_unknown'],
  note: ['note_too_long'],
  phone: ['phone_invalid', 'phone_length'],
  amount: ['amount_invalid', 'refund_too_much'],
  price: ['amount_invalid'],
  description: ['text_too_long'],
  reason: ['reason_missing'],
}

/** Returns the name of the field that an error code is about; undefined when the problem concerns the whole form. */
export const findRefusedField = (code: ErrorCode | null, form: HTMLFormElement): string | undefined =>
  Object.keys(codesOfField).find((name) => code && codesOfField[name]?.includes(code) && form.elements.namedItem(name))

/** Counts characters as the server does: without spaces at both ends. */
export const countCharacters = (text: string): number => [...text.trim()].length

const numberFormat = lazy(() => new Intl.NumberFormat('en'))

/** Returns a text such as “120 characters left” or “3 characters too many”. Spaces at both ends are not counted. */
export function formatLengthLeft(text: string, max: number): string {
  const left = max - countCharacters(text)
  const count = Math.abs(left)
  return `${numberFormat().format(count)} ${count === 1 ? 'character' : 'characters'} ${left < 0 ? 'too many' : 'left'}`
}

/** The checks of fields in the browser. Each returns a message, or undefined for a valid value. */
export const fieldChecks = {
  name: (name: string): string | undefined =>
    name.trim() === ''
      ? errors.name_missing.message
      : countCharacters(name) > NAME_LENGTH_MAX
        ? errors.name_too_long.message
        : undefined,
  text: (text: string, max: number): string | undefined =>
    countCharacters(text) > max ? errors.text_too_long.message : undefined,
  email: (email: string): string | undefined =>
    email.trim() === ''
      ? 'Enter your email address.'
      : /^[^\s@]+@[^\s@]+$/.test(email.trim())
        ? undefined
        : errors.email_invalid.message,
  password: (password: string): string | undefined => (password === '' ? 'Enter your password.' : undefined),
  /** Checks a new password (S5.02). @param email the email address of the account, which the password must not equal */
  newPassword: (password: string, email: string): string | undefined => {
    const code = password === '' ? null : findPasswordProblem(password, email)
    return password === '' ? 'Choose a password.' : code ? errors[code].message : undefined
  },
}
