import { defineErrors } from './error-texts.ts'

/** The errors of kitchens, orders and payments. */
export const orderingErrors = {
  ...defineErrors(400, {
    text_too_long: 'That text is too long. Shorten it.',
    phone_invalid: 'That is not a phone number. Use only digits, spaces and a plus sign.',
    phone_length: 'A phone number has 5 to 15 digits. Check how many you have entered.',
    slug_invalid: 'Use small letters, digits and hyphens for the address, such as corner-kitchen.',
    currency_unknown: 'That currency is not known. Use a code of three letters such as GBP.',
    amount_invalid: 'That amount is not possible. Use one that is not below zero.',
    minutes_invalid: 'That number of minutes is not possible. Choose another one.',
    hours_overlap: 'Two opening times of one day overlap. Change one of them.',
    day_twice: 'A special day is listed twice. Remove one of them.',
    postcode_invalid: 'A postcode has letters and digits only, such as AB1. Correct it.',
    postcode_twice: 'A postcode is in two zones. Remove it from one of them.',
    options_invalid: 'An option needs a name, at least one choice, and limits that its choices can meet.',
    too_many_entries: 'There are too many of these already. Remove one first.',
    too_far_ahead: 'That is too far ahead. Choose a time within a month.',
    reason_missing: 'Give a reason: the customer reads it.',
    not_acknowledged: 'This order has dietary requirements. Tick each one to say that you have seen it.',
    promise_invalid: 'Choose when it will be ready: a time from now on, within a week.',
    card_amount: 'A card cannot be charged exactly this amount. Pay when you get your food, or order a little more.',
    signature_invalid: 'This was not signed by the payment provider. Check the signing secret.',
  }),
  ...defineErrors(403, {
    order_unconfirmed:
      'This kitchen asks new guests to confirm their address. Open the link in the mail we have sent you, then place your order again: it is kept here.',
  }),
  ...defineErrors(409, {
    quote_changed: 'Something has changed since you looked. Check your order and place it again.',
    key_reused: 'That has been sent already with other contents. Reload the page.',
    order_moved: 'The order was not moved.',
    cards_off: 'This site does not accept cards at the moment. Pay, or give money back, in another way.',
    not_paid: 'Nothing was paid by card for this order, so there is nothing to give back.',
    refund_too_much: 'That is more than is left of what was paid. Enter a smaller amount.',
    slug_taken: 'Another kitchen has that address. Choose another one.',
    in_use: 'Orders exist already, so this can no longer be changed.',
    last_owner: 'No other owner can log in. Make somebody else an owner first.',
    no_such_reader: 'Nobody has an account with that email address. Ask them to sign up first.',
  }),
  ...defineErrors(429, {
    too_many_orders: 'There are too many orders from you just now.',
    card_testing: 'Too many cards were refused. Wait an hour, or pay when you get your food.',
  }),
  ...defineErrors(502, {
    payment_failed:
      'The payment service did not answer. If you have paid already, this page shows it in a moment; otherwise try again.',
  }),
}
