/** The body of every failed reply. */
export interface ErrorBody {
  code: ErrorCode
  message: string
}

/** All error codes with their HTTP status and the message that users see, which tells them what to do next. */
export const errors = {
  bad_request: { status: 400, message: 'The request could not be understood. Check the address and what was sent.' },
  name_missing: { status: 400, message: 'Enter a name.' },
  name_too_long: { status: 400, message: 'That name is too long. Use at most 80 characters.' },
  email_invalid: { status: 400, message: 'That is not an email address. Write it like name@example.org.' },
  password_too_short: { status: 400, message: 'That password is too short. Use at least 10 characters.' },
  password_too_long: { status: 400, message: 'That password is too long. Use at most 128 characters.' },
  password_guessable: {
    status: 400,
    message: 'That password is easy to guess. Choose another one, such as a few words that do not belong together.',
  },
  password_is_email: { status: 400, message: 'Your password must not be your email address. Choose another one.' },
  guest_incomplete: { status: 400, message: 'Please provide both name and email.' },
  foreign_address: { status: 400, message: 'The address to come back to is not one of this site.' },
  confirmation_wrong: {
    status: 400,
    message: 'The text does not match. Type it exactly as it is shown.',
  },
  picture_unreadable: {
    status: 400,
    message: 'That file is not a picture this site can read. Choose a JPEG, PNG, WebP, AVIF or GIF file.',
  },
  comment_empty: { status: 400, message: 'There is nothing in that comment. Write something first.' },
  comment_too_long: { status: 400, message: 'That comment is too long. Use at most 5,000 characters.' },
  message_missing: { status: 400, message: 'Write what the notice says.' },
  message_too_long: { status: 400, message: 'That notice is too long. Use at most 300 characters.' },
  too_many_links: { status: 400, message: 'A notice has at most 3 links. Remove some.' },
  link_invalid: {
    status: 400,
    message: 'A link needs a name and an address that begins with https://, http:// or a single slash.',
  },
  end_before_start: { status: 400, message: 'It would end before it starts. Choose a later end.' },
  push_token_invalid: {
    status: 400,
    message: 'That is no device that this site can send to. Turn push notifications off and on again.',
  },
  time_zone_unknown: { status: 400, message: 'That time zone is not known. Choose another one.' },
  quiet_hours_empty: { status: 400, message: 'Quiet hours need a start and an end that differ.' },
  report_unreadable: { status: 400, message: 'That is no error report this site can read. Send a Sentry envelope.' },
  note_too_long: { status: 400, message: 'That note is too long. Use at most 500 characters.' },
  text_too_long: { status: 400, message: 'That text is too long. Shorten it.' },
  phone_invalid: { status: 400, message: 'That is not a phone number. Use only digits, spaces and a plus sign.' },
  slug_invalid: {
    status: 400,
    message: 'Use small letters, digits and hyphens for the address, such as corner-kitchen.',
  },
  currency_unknown: { status: 400, message: 'That currency is not known. Use a code of three letters such as GBP.' },
  amount_invalid: { status: 400, message: 'That amount is not possible. Use one that is not below zero.' },
  minutes_invalid: { status: 400, message: 'That number of minutes is not possible. Choose another one.' },
  hours_overlap: { status: 400, message: 'Two opening times of one day overlap. Change one of them.' },
  day_twice: { status: 400, message: 'A special day is listed twice. Remove one of them.' },
  postcode_invalid: { status: 400, message: 'A postcode has letters and digits only, such as AB1. Correct it.' },
  postcode_twice: { status: 400, message: 'A postcode is in two zones. Remove it from one of them.' },
  options_invalid: {
    status: 400,
    message: 'An option needs a name, at least one choice, and limits that its choices can meet.',
  },
  too_many_entries: { status: 400, message: 'There are too many of these already. Remove one first.' },
  too_far_ahead: { status: 400, message: 'That is too far ahead. Choose a time within a month.' },
  reason_missing: { status: 400, message: 'Give a reason: the customer reads it.' },
  not_acknowledged: {
    status: 400,
    message: 'This order has dietary requirements. Tick each one to say that you have seen it.',
  },
  promise_invalid: { status: 400, message: 'Choose when it will be ready: a time from now on, within a week.' },
  card_amount: {
    status: 400,
    message: 'A card cannot be charged exactly this amount. Pay when you get your food, or order a little more.',
  },
  signature_invalid: { status: 400, message: 'This was not signed by the payment provider. Check the signing secret.' },
  unauthenticated: { status: 401, message: 'Log in to do this.' },
  wrong_credentials: { status: 401, message: 'That email and password do not match. Check both and try again.' },
  session_over: { status: 401, message: 'Your session has ended. Log in again.' },
  forbidden: { status: 403, message: 'Your account may not do this.' },
  email_unverified: {
    status: 403,
    message: 'Please confirm your email address first: open the link in the mail we sent you.',
  },
  order_unconfirmed: {
    status: 403,
    message:
      'This kitchen asks new guests to confirm their address. Open the link in the mail we have sent you, then place your order again: it is kept here.',
  },
  account_banned: {
    status: 403,
    message: 'This account has been closed. Write to the author if you think it is a mistake.',
  },
  wrong_password: { status: 403, message: 'That is not your current password. Check it and try again.' },
  provider_denied: {
    status: 403,
    message: 'You did not allow the login there. Try again or log in another way.',
  },
  login_too_old: {
    status: 403,
    message: 'For this you must have logged in just now. Log out, log in again and come back.',
  },
  foreign_origin: { status: 403, message: 'Only the pages of this site may make this call.' },
  edit_over: {
    status: 403,
    message: 'A comment can be changed for ten minutes. Write another one, or delete this one.',
  },
  not_found: { status: 404, message: 'There is nothing at this address. Check it for a typing mistake.' },
  method_not_allowed: {
    status: 405,
    message: 'This address does not take that method. The Allow header lists those it does.',
  },
  request_timeout: { status: 408, message: 'The request took too long to arrive. Try again.' },
  last_admin: { status: 409, message: 'This is the only admin. Make somebody else an admin first.' },
  no_device: { status: 409, message: 'No device of yours gets push notifications yet. Turn them on first.' },
  already_decided: { status: 409, message: 'This has been decided already. Reload the page to see how.' },
  quote_changed: {
    status: 409,
    message: 'Something has changed since you looked. Check your order and place it again.',
  },
  key_reused: { status: 409, message: 'That has been sent already with other contents. Reload the page.' },
  order_moved: { status: 409, message: 'The order was not moved.' },
  cards_off: { status: 409, message: 'This site does not accept cards at the moment. Pay when you get your food.' },
  not_paid: { status: 409, message: 'Nothing was paid by card for this order, so there is nothing to give back.' },
  refund_too_much: { status: 409, message: 'That is more than is left of what was paid. Enter a smaller amount.' },
  slug_taken: { status: 409, message: 'Another kitchen has that address. Choose another one.' },
  in_use: { status: 409, message: 'Orders exist already, so this can no longer be changed.' },
  last_owner: { status: 409, message: 'This is the only owner. Make somebody else an owner first.' },
  no_such_reader: { status: 409, message: 'Nobody has an account with that email address. Ask them to sign up first.' },
  link_used: { status: 410, message: 'This link has been used already. Log in, or ask for a new link.' },
  link_expired: { status: 410, message: 'This link is no longer valid. Ask for a new one.' },
  precondition_failed: {
    status: 412,
    message: 'The file is not the version asked for. Ask again without a condition.',
  },
  payload_too_large: { status: 413, message: 'What was sent is too large. Send less at once.' },
  unsupported_media_type: {
    status: 415,
    message: 'This kind of content is not understood here. Send application/json.',
  },
  range_not_satisfiable: { status: 416, message: 'The file does not have the part asked for. Ask for the whole file.' },
  too_many_requests: { status: 429, message: 'You tried too often. Wait a little, then try again.' },
  too_many_orders: { status: 429, message: 'There are too many orders from you just now.' },
  card_testing: {
    status: 429,
    message: 'Too many cards were refused. Wait an hour, or pay when you get your food.',
  },
  headers_too_large: {
    status: 431,
    message: 'The address or the headers are too long. Clear the cookies of this site and try again.',
  },
  internal: { status: 500, message: 'Something broke on our side and has been noted. Try again in a moment.' },
  provider_failed: {
    status: 502,
    message: 'The login service did not answer correctly. Try again, or log in another way.',
  },
  payment_failed: {
    status: 502,
    message: 'The payment service did not answer. You have not been charged by this. Try again in a moment.',
  },
  busy: { status: 503, message: 'The server is busy. Try again in a few seconds.' },
  database_unavailable: {
    status: 503,
    message: 'Our database cannot be used at this moment, so this may not have been saved. Try again in a few seconds.',
  },
} as const satisfies Record<string, { status: number; message: string }>

export type ErrorCode = keyof typeof errors
