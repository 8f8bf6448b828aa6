import type { ErrorDefinitions } from './error-texts.ts'

export const accountsErrors = {
  name_missing: { status: 400, message: 'Enter a name.' },
  name_too_long: { status: 400, message: 'That name is too long. Use at most 80 characters.' },
  email_invalid: { status: 400, message: 'That is not an email address. Write it like name@example.org.' },
  password_too_short: { status: 400, message: 'That password is too short. Use at least 10 characters.' },
  password_too_long: { status: 400, message: 'That password is too long. Use at most 128 characters.' },
  password_guessable: {
    status: 400,
    message: 'That password is easy to guess. Choose another one, such as a few words that do not belong together.',
  },
  password_leaked: {
    status: 400,
    message:
      'That password has been stolen from another site, so attackers try it. Choose another one, such as a few words that do not belong together.',
  },
  password_is_email: { status: 400, message: 'Your password must not be your email address. Choose another one.' },
  guest_incomplete: { status: 400, message: 'Please provide both name and email.' },
  foreign_address: { status: 400, message: 'The address to come back to is not one of this site.' },
  confirmation_wrong: {
    status: 400,
    message: 'The text does not match. Type it exactly as it is shown.',
  },
  unauthenticated: { status: 401, message: 'Log in to do this.' },
  wrong_credentials: { status: 401, message: 'That email and password do not match. Check both and try again.' },
  session_over: {
    status: 401,
    // A browser that refuses the cookie of a login reads this right after the login.
    message: 'Your session has ended. Log in again. If it ends at once, allow cookies for this site in your browser.',
  },
  forbidden: { status: 403, message: 'Your account may not do this.' },
  email_unverified: { status: 403, message: 'Please confirm your email address first.' },
  account_banned: {
    status: 403,
    message: 'This account has been closed. Write to the author if you think it is a mistake.',
  },
  proof_required: {
    status: 403,
    message:
      'Show that it is you, with your password or a passkey. If you have neither, log out, log in again and come back.',
  },
  protection_required: {
    status: 403,
    message:
      'This needs more than a password. Add a passkey or an authenticator app on your account page, then come back.',
  },
  passkey_unknown: {
    status: 403,
    message: 'No account here has this passkey any more. Log in another way.',
  },
  passkey_refused: {
    status: 403,
    message: 'Your passkey was not accepted. Try again, or use your password.',
  },
  code_required: { status: 403, message: 'Enter the code of your authenticator app, or a recovery code.' },
  code_wrong: {
    status: 403,
    message: 'That code is not valid. Enter the newest code of your app; each code works once.',
  },
  other_login_required: {
    status: 403,
    message: 'This account asks for a code. Log in with your password and the code, or with a passkey.',
  },
  second_factor_on: { status: 409, message: 'Your account asks for a code already. Switch that off first.' },
  password_needed: { status: 409, message: 'Set a password first: the code is asked for after the password.' },
  passkeys_full: { status: 409, message: 'An account can have 20 passkeys. Remove one first.' },
  wrong_password: { status: 403, message: 'That is not your current password. Check it and try again.' },
  provider_denied: {
    status: 403,
    message: 'You did not allow the login there. Try again or log in another way.',
  },
  mail_not_set_up: {
    status: 409,
    message: 'The site has no mail server. Set SMTP_URL, restart the site and try again.',
  },
  last_admin: { status: 409, message: 'This is the only admin. Make somebody else an admin first.' },
  already_decided: { status: 409, message: 'This has been decided already. Reload the page to see how.' },
  link_used: { status: 410, message: 'This link has been used already. Log in, or ask for a new link.' },
  link_expired: { status: 410, message: 'This link is no longer valid. Ask for a new one.' },
  provider_failed: {
    status: 502,
    message: 'The login service did not answer correctly. Try again, or log in another way.',
  },
} as const satisfies ErrorDefinitions
