import { type ErrorCode, errors } from '#contract/errors.ts'
import { NAME_LENGTH_MAX } from '#contract/limits.ts'
import { findPasswordProblem } from '#contract/password-rules.ts'

const passwordFields = ['newPassword', 'password']

/** The names of the fields that a code can be about. The first one that a form has is used. */
const fieldsOfCode: Partial<Record<ErrorCode, readonly string[]>> = {
  name_missing: ['name'],
  name_too_long: ['name'],
  guest_incomplete: ['name'],
  email_invalid: ['email', 'owner'],
  password_too_short: passwordFields,
  password_too_long: passwordFields,
  password_guessable: passwordFields,
  password_is_email: passwordFields,
  wrong_credentials: ['password'],
  wrong_password: ['currentPassword'],
  confirmation_wrong: ['confirmation'],
  picture_unreadable: ['picture'],
  comment_empty: ['content'],
  comment_too_long: ['content'],
  link_invalid: ['url', 'links'],
  message_missing: ['message'],
  message_too_long: ['message'],
  too_many_links: ['links'],
  end_before_start: ['end'],
  quiet_hours_empty: ['to'],
  time_zone_unknown: ['timeZone', 'timezone'],
  slug_invalid: ['slug'],
  slug_taken: ['slug'],
  currency_unknown: ['currency'],
  no_such_reader: ['owner'],
  note_too_long: ['note'],
  phone_invalid: ['phone'],
  amount_invalid: ['amount'],
  refund_too_much: ['amount'],
  reason_missing: ['reason'],
}

/** Returns the name of the field that a refusal is about; undefined for the whole form. */
export const fieldOf = (code: ErrorCode | null, form: HTMLFormElement): string | undefined =>
  code ? fieldsOfCode[code]?.find((name) => form.elements.namedItem(name)) : undefined

/** The checks of fields in the browser. Each returns a message, or undefined for a valid value. */
export const fieldProblems = {
  name: (name: string): string | undefined => {
    const { length } = [...name.trim()]
    return length === 0
      ? errors.name_missing.message
      : length > NAME_LENGTH_MAX
        ? errors.name_too_long.message
        : undefined
  },
  email: (email: string): string | undefined =>
    email.trim() === ''
      ? 'Enter your email address.'
      : /^[^\s@]+@[^\s@]+$/.test(email.trim())
        ? undefined
        : errors.email_invalid.message,
  password: (password: string): string | undefined => (password === '' ? 'Enter your password.' : undefined),
  /** Checks a new password (S5.02). @param email of the account, which the password must not equal */
  newPassword: (password: string, email: string): string | undefined => {
    const code = password === '' ? null : findPasswordProblem(password, email)
    return password === '' ? 'Choose a password.' : code ? errors[code].message : undefined
  },
}
