import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from './limits.ts'

/** Every constant of ordering, as limits.ts has the others: the unit in the name. Apart, as no other page needs them. */

/** The largest amount of money, in minor units: a dinner in any currency, and sums of many that are still exact. */
export const MONEY_MAX = 100_000_000_000
/** Slots for orders begin so far apart. */
export const SLOT_MINUTES = 15
/** How far ahead a slot may be chosen. */
export const SLOT_DAYS_AHEAD = 7
/** How long a quote may be shown before it is made anew. */
export const QUOTE_LIFETIME_MS = 60 * SECOND_MS
export const LINE_QUANTITY_MAX = 99
export const ORDER_LINES_MAX = 100
/** Dietary requirements of one line, and the characters of one. */
export const DIETARY_REQUIREMENTS_MAX = 5
export const DIETARY_REQUIREMENT_LENGTH_MAX = 80
/** Of a postal address, each part, in characters. */
export const ADDRESS_LINE_LENGTH_MAX = 200
export const NOTE_LENGTH_MAX = 500
export const REASON_LENGTH_MAX = 200
/** Of a category, an item, an option or a choice, in characters. */
export const MENU_NAME_LENGTH_MAX = 80
export const MENU_TEXT_LENGTH_MAX = 500
/** A menu has at most so many categories, items, and a kitchen members. */
export const MENU_CATEGORIES_MAX = 50
export const MENU_ITEMS_MAX = 500
export const KITCHEN_MEMBERS_MAX = 50
/** How long a kitchen may take to cook, or to accept; and to be in a rush. */
export const PREP_MINUTES = { min: 1, max: 240 } as const
export const ACCEPT_MINUTES = { min: 1, max: 120 } as const
export const RUSH_MINUTES = { min: 5, max: 120 } as const
/** How far ahead a pause, a rush or "sold out" may end. */
export const TEMPORARY_STATE_DAYS_MAX = 31
/** A picture of a dish, in pixels: 4:3. */
export const DISH_PICTURE = { width: 640, height: 480 } as const
/** How often an open order, and the board of a kitchen, are asked for while there is no live connection. */
export const ORDER_POLL_MS = 15_000
export const BOARD_POLL_MS = 10_000

/** Orders by guests to one email address, which nobody has confirmed: a mail follows each. */
export const GUEST_ORDERS_MAX = { hour: 5, day: 10 } as const
/** Orders of one customer that are open and not paid: each keeps a time and portions of a kitchen. */
export const UNPAID_ORDERS_MAX = { guest: 3, reader: 10 } as const
/** How long a customer with too many of them is asked to wait: half an hour is what most orders take. */
export const UNPAID_ORDERS_RETRY_MS = 30 * MINUTE_MS

/** How long an order waits for its payment. */
export const PAYMENT_DEADLINE_MS = 15 * MINUTE_MS
/** How long a bank surely keeps what was authorised: an order that may wait longer for its kitchen is charged at once. */
export const CARD_AUTHORISATION_MS = 4 * DAY_MS
/** How often the provider is asked about a payment that nobody tells of: one that waits, one that is held. */
export const PAYMENT_CHECK_MS = { waiting: 20 * SECOND_MS, held: 10 * MINUTE_MS } as const
/** The longest time between two tries while the provider does not answer. */
export const PAYMENT_RETRY_MS_MAX = 10 * MINUTE_MS
/** Card testing: so many refused cards in CARD_TESTING_WINDOW_MS, and there are no more tries; of an order, account, address or card. */
export const CARD_DECLINES_MAX = { order: 5, account: 8, address: 12, card: 4 } as const
export const CARD_TESTING_WINDOW_MS = HOUR_MS
/** So many different accounts may pay with one card within that time. */
export const ACCOUNTS_PER_CARD_MAX = 5
/** So many refused cards on the whole site within that time, and the desk is told. */
export const SITE_DECLINES_ALERT_COUNT = 20
/** How long it is kept who tried which card from where. */
export const CARD_ATTEMPTS_RETENTION_MS = 30 * DAY_MS
/** The most that a kitchen pays the site of its sales, in hundredths of a per cent. */
export const COMMISSION_MAX = 5_000
