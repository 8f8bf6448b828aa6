import type { ErrorDefinitions } from './error-texts.ts'

/** The errors of kitchens, orders and payments. */
export const orderingErrors = {
  text_too_long: { status: 400, message: 'That text is too long. Shorten it.' },
  phone_invalid: { status: 400, message: 'That is not a phone number. Use only digits, spaces and a plus sign.' },
  phone_length: { status: 400, message: 'A phone number has 5 to 15 digits. Check how many you have entered.' },
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
  order_unconfirmed: {
    status: 403,
    message:
      'This kitchen asks new guests to confirm their address. Open the link in the mail we have sent you, then place your order again: it is kept here.',
  },
  quote_changed: {
    status: 409,
    message: 'Something has changed since you looked. Check your order and place it again.',
  },
  key_reused: { status: 409, message: 'That has been sent already with other contents. Reload the page.' },
  order_moved: { status: 409, message: 'The order was not moved.' },
  cards_off: {
    status: 409,
    message: 'This site does not accept cards at the moment. Pay, or give money back, in another way.',
  },
  not_paid: { status: 409, message: 'Nothing was paid by card for this order, so there is nothing to give back.' },
  refund_too_much: { status: 409, message: 'That is more than is left of what was paid. Enter a smaller amount.' },
  slug_taken: { status: 409, message: 'Another kitchen has that address. Choose another one.' },
  in_use: { status: 409, message: 'Orders exist already, so this can no longer be changed.' },
  last_owner: { status: 409, message: 'No other owner can log in. Make somebody else an owner first.' },
  no_such_reader: { status: 409, message: 'Nobody has an account with that email address. Ask them to sign up first.' },
  too_many_orders: { status: 429, message: 'There are too many orders from you just now.' },
  card_testing: {
    status: 429,
    message: 'Too many cards were refused. Wait an hour, or pay when you get your food.',
  },
  payment_failed: {
    status: 502,
    message:
      'The payment service did not answer. If you have paid already, this page shows it in a moment; otherwise try again.',
  },
} as const satisfies ErrorDefinitions
