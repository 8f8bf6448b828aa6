import { defineErrors } from './error-texts.ts'

export const accountsErrors = {
  ...defineErrors(400, {
    name_missing: 'Enter a name.',
    name_too_long: 'That name is too long. Use at most 80 characters.',
    email_invalid: 'That is not an email address. Write it like name@example.org.',
    password_too_short: 'That password is too short. Use at least 10 characters.',
    password_too_long: 'That password is too long. Use at most 128 characters.',
    password_guessable:
      'That password is easy to guess. Choose another one, such as a few words that do not belong together.',
    password_leaked:
      'That password has been stolen from another site, so attackers try it. Choose another one, such as a few words that do not belong together.',
    password_is_email: 'Your password must not be your email address. Choose another one.',
    guest_incomplete: 'Please provide both name and email.',
    foreign_address: 'The address to come back to is not one of this site.',
    confirmation_wrong: 'The text does not match. Type it exactly as it is shown.',
  }),
  ...defineErrors(401, {
    unauthenticated: 'Log in to do this.',
    wrong_credentials: 'That email and password do not match. Check both and try again.',
    // Users whose browser refuses the login cookie see this message right after login.
    session_over:
      'Your session has ended. Log in again. If it ends at once, allow cookies for this site in your browser.',
  }),
  ...defineErrors(403, {
    forbidden: 'Your account may not do this.',
    email_unverified: 'Please confirm your email address first.',
    account_banned: 'This account has been closed. Write to the author if you think it is a mistake.',
    proof_required:
      'Show that it is you, with your password or a passkey. If you have neither, log out, log in again and come back.',
    protection_required:
      'This needs more than a password. Add a passkey or an authenticator app on your account page, then come back.',
    passkey_unknown: 'No account here has this passkey any more. Log in another way.',
    passkey_refused: 'Your passkey was not accepted. Try again, or use your password.',
    code_required: 'Enter the code of your authenticator app, or a recovery code.',
    code_wrong: 'That code is not valid. Enter the newest code of your app; each code works once.',
    other_login_required: 'This account asks for a code. Log in with your password and the code, or with a passkey.',
  }),
  ...defineErrors(409, {
    second_factor_on: 'Your account asks for a code already. Switch that off first.',
    password_needed: 'Set a password first: the code is asked for after the password.',
    passkeys_full: 'An account can have 20 passkeys. Remove one first.',
  }),
  ...defineErrors(403, {
    wrong_password: 'That is not your current password. Check it and try again.',
    provider_denied: 'You did not allow the login there. Try again or log in another way.',
  }),
  ...defineErrors(409, {
    mail_not_set_up: 'The site has no mail server. Set SMTP_URL, restart the site and try again.',
    last_admin: 'This is the only admin. Make somebody else an admin first.',
    already_decided: 'This has been decided already. Reload the page to see how.',
  }),
  ...defineErrors(410, {
    link_used: 'This link has been used already. Log in, or ask for a new link.',
    link_expired: 'This link is no longer valid. Ask for a new one.',
  }),
  ...defineErrors(502, {
    provider_failed: 'The login service did not answer correctly. Try again, or log in another way.',
  }),
}
