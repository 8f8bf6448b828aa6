import type { AlertKind } from '#contract/desk-payments.ts'

/** The texts of each kind of payment alert: its title, what it means and what to do. */
export const alertTexts: Record<AlertKind, { title: string; means: string; todo: string }> = {
  card_testing: {
    title: 'Many cards are refused',
    means:
      'Somebody may be trying stolen cards here to find out which of them work. Their next tries are refused for an hour.',
    todo: 'Look at the payments that were refused below. If it goes on, turn on more checks in Stripe’s Radar.',
  },
  late_payment: {
    title: 'A payment came after its order had ended',
    means: 'The card was held or charged when the order was already cancelled or expired. The money was given back.',
    todo: 'Nothing, unless the customer asks: then say that it is on its way back.',
  },
  payment_lost: {
    title: 'The money of an order cannot be had any more',
    means: 'The bank let go of what was held on the card, but the kitchen has the order. Its board says so.',
    todo: 'See that the kitchen cancels it or takes cash.',
  },
  amount_differs: {
    title: 'Another amount was paid than the order costs',
    means: 'The order was not placed, and its kitchen has not heard of it.',
    todo: 'This should not happen. Look at the payment at Stripe, and report it to who runs this site’s code.',
  },
  refund_failed: {
    title: 'Money could not be given back',
    means: 'The bank did not take the refund, as when a card has been closed. The customer still waits for it.',
    todo: 'Ask the customer how to pay them otherwise, or try again on the money page of the kitchen.',
  },
  disputed: {
    title: 'A customer asks their bank for the money',
    means: 'The bank takes the money back, and a fee with it, unless it is shown that the food was handed over.',
    todo: 'Answer at Stripe, under Disputes, before the day that it names. Ask the kitchen what happened.',
  },
}
