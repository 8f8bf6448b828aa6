import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from './limits.ts'

/**
 * Constants of ordering. The name of a constant contains its unit, if it has one. These constants are not in limits.ts,
 * so that pages without ordering do not load them.
 */

/**
 * The largest amount in minor units. It is enough for a meal in any currency, and small enough that sums of many
 * amounts are exact.
 */
export const AMOUNT_MAX_MINOR_UNITS = 100_000_000_000
/** The length of a time slot for orders. */
export const SLOT_MINUTES = 15
/** How many days ahead a customer can choose a slot. */
export const SLOT_DAYS_AHEAD_MAX = 7
/** How long a quote may be shown before it is recalculated. */
export const QUOTE_LIFETIME_MS = 60 * SECOND_MS
export const LINE_QUANTITY_MAX = 99
export const ORDER_LINES_MAX = 100
/** The maximum number of dietary requirements of an order line. */
export const LINE_DIETARY_REQUIREMENTS_MAX = 5
/** The maximum number of characters in a dietary requirement. */
export const DIETARY_REQUIREMENT_LENGTH_MAX = 80
/** The maximum number of characters in each part of a postal address. */
export const ADDRESS_LINE_LENGTH_MAX = 200
export const NOTE_LENGTH_MAX = 500
/** The maximum number of characters in the optional phone number and referral of an order. */
export const PHONE_AND_REFERRAL_LENGTH_MAX = 200
export const REASON_LENGTH_MAX = 200
/** The maximum number of characters in the name of a category, item, option or choice. */
export const MENU_NAME_LENGTH_MAX = 80
export const MENU_TEXT_LENGTH_MAX = 500
/** The maximum number of categories in a menu. */
export const MENU_CATEGORIES_MAX = 50
/** The maximum number of items in all categories of a menu. */
export const MENU_ITEMS_MAX = 500
/** The maximum number of options of an item. */
export const ITEM_OPTIONS_MAX = 20
/** The maximum number of choices of an option. */
export const OPTION_CHOICES_MAX = 50
/** The highest number of portions of an item that can be counted. */
export const PORTIONS_MAX = 10_000
/** The maximum number of prefixes of postcodes in a delivery zone. */
export const ZONE_PREFIXES_MAX = 50
export const SPECIAL_DAYS_MAX = 100
export const KITCHEN_MEMBERS_MAX = 50
/** The time that a kitchen can set for preparing an order. */
export const PREP_MINUTES_RANGE = { min: 1, max: 240 } as const
/** The time that a kitchen can set for accepting or rejecting an order. */
export const ACCEPT_MINUTES_RANGE = { min: 1, max: 120 } as const
/** The time that a rush can add to the preparation. */
export const RUSH_MINUTES_RANGE = { min: 5, max: 120 } as const
/** The maximum number of days until the end of a pause, a rush or a sold-out mark. */
export const PAUSE_OR_SOLD_OUT_DAYS_MAX = 31
/** The size of a dish picture in pixels (4:3). */
export const DISH_PICTURE_DIMENSIONS_PX = { width: 640, height: 480 } as const
/** The interval at which an open order is fetched while there is no live connection. */
export const ORDER_POLL_MS = 15_000
/** The interval at which the board of a kitchen is fetched while there is no live connection. */
export const BOARD_POLL_MS = 10_000

/** The maximum number of guest orders to one unconfirmed email address, because each order sends a mail. */
export const UNCONFIRMED_EMAIL_ORDERS_MAX = { hour: 5, day: 10 } as const
/** The maximum number of open unpaid orders of one customer, because each reserves a slot and portions. */
export const UNPAID_ORDERS_MAX = { guest: 3, reader: 10 } as const
/** How long a customer with too many unpaid orders is told to wait. Most orders are finished within this time. */
export const UNPAID_ORDERS_RETRY_AFTER_MS = 30 * MINUTE_MS

/** How long an order waits for its payment. */
export const PAYMENT_DEADLINE_MS = 15 * MINUTE_MS
/**
 * How long a bank keeps an authorisation. If the kitchen may accept the order later than this, the card is charged when
 * the order is placed.
 */
export const CARD_AUTHORISATION_MS = 4 * DAY_MS
/**
 * The intervals at which the site requests the state of a payment from the provider, because a call of the webhook may
 * be lost. `waiting`: not yet authorised; `held`: authorised.
 */
export const PAYMENT_CHECK_INTERVAL_MS_BY_STATE = { waiting: 20 * SECOND_MS, held: 10 * MINUTE_MS } as const
/** The longest interval between two requests for the state of a payment while the provider does not answer. */
export const PAYMENT_CHECK_RETRY_MS_MAX = 10 * MINUTE_MS
/**
 * The limits against card testing: after this many declined cards within CARD_TESTING_WINDOW_MS, an order, account, IP
 * address or card cannot be used for another attempt.
 */
export const CARD_DECLINE_LIMITS = { order: 5, account: 8, address: 12, card: 4 } as const
export const CARD_TESTING_WINDOW_MS = HOUR_MS
/** The maximum number of accounts that may pay with the same card within CARD_TESTING_WINDOW_MS. */
export const ACCOUNTS_PER_CARD_MAX = 5
/** When this number of cards is declined on the whole site within CARD_TESTING_WINDOW_MS, admins get an alert. */
export const SITE_CARD_DECLINES_ALERT_COUNT = 20
/** How long attempts to pay by card are stored, with account, card and IP address. */
export const CARD_ATTEMPTS_RETENTION_MS = 30 * DAY_MS
/** The highest commission on a kitchen's sales, in hundredths of a per cent. */
export const COMMISSION_MAX_BASIS_POINTS = 5_000
/**
 * The highest number of orders that the desk counts for a list. A complete count would take longer with each new order.
 */
export const ORDER_COUNT_SHOWN_MAX = 1_000
