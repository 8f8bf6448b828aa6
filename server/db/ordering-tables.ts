import type { KitchenStatus, MemberRole } from '#contract/kitchen.ts'
import type { Service } from '#contract/menu.ts'
import type { OrderActor, OrderState, PaymentState } from '#contract/order-states.ts'
import type { PaymentMethod } from '#contract/ordering.ts'
import type { EmailKey } from './email-key.ts'

/** A kitchen. Amounts are minor units of its currency (ISO 4217). */
export interface VendorsTable {
  id: string
  slug: string
  name: string
  blurb: string
  phone: string
  place: string
  status: KitchenStatus
  timezone: string
  currency: string
  delivery_fee: number
  /** Null is never free, 0 always. */
  delivery_free_orders_over: number | null
  minimum_order: number
  /** JSON: a list of services. */
  services: string
  prep_minutes: number
  accept_within_minutes: number
  /** Whether guests confirm their address before their first order. */
  confirm_first: 0 | 1
  orders_per_slot: number | null
  /** JSON: the opening hours of the contract. */
  hours: string
  /** JSON: a list of delivery zones. */
  zones: string
  paused_until: number | null
  rush_minutes: number
  rush_until: number | null
  /** Goes up with every change and every placed order: who has raised it holds the row, so orders are placed one after another. */
  version: number
  is_sample: 0 | 1
  created_at: number
  /** What it pays the site of its sales, in hundredths of a per cent. */
  commission_rate: number
  /** The highest numbers of its books: who raises one holds the row. */
  last_receipt: number
  last_credit_note: number
}

export interface VendorMembersTable {
  vendor_id: string
  user_id: string
  role: MemberRole
  created_at: number
}

/** An address that was asked to work in a kitchen, and has not joined: whoever has confirmed it may. */
export interface KitchenInvitationsTable {
  id: string
  vendor_id: string
  email: string
  email_key: EmailKey
  role: MemberRole
  created_at: number
}

export interface MenuCategoriesTable {
  id: string
  vendor_id: string
  name: string
  position: number
}

/** Pictures of dishes, already decoded and encoded anew. */
export interface DishPicturesTable {
  id: string
  vendor_id: string
  /** WebP, in base64. */
  data: string
  created_at: number
}

export interface MenuItemsTable {
  id: string
  vendor_id: string
  category_id: string
  name: string
  description: string
  price: number
  picture_id: string | null
  /** JSON lists. */
  allergens: string
  diets: string
  available: 0 | 1
  sold_out_until: number | null
  /** Null where nobody counts them; never below zero. */
  portions_left: number | null
  max_per_order: number | null
  /** JSON: the options of the contract with their choices. */
  options: string
  position: number
}

/** What was ordered stays as it was then, whatever becomes of menu, kitchen and account. */
export interface OrdersTable {
  id: string
  vendor_id: string
  /** The kitchen's date on which it was placed; `number` counts from 1 on each. */
  day: string
  number: number
  /** Stands in the mails and lets its holder read and cancel the order; it can do nothing else. */
  tracking_token: string
  /** Who placed it; null once the account is gone. */
  user_id: string | null
  /** What the browser named it: unique for each account. */
  place_key: string
  /** SHA-256 of what was sent with it: the same key with other contents is another order. */
  place_hash: string
  customer_name: string
  customer_email: string
  /** Empty once it is forgotten whose the order was. */
  customer_email_key: EmailKey
  customer_phone: string
  /** Placed by a guest, and not taken over by a reader since. */
  is_guest: 0 | 1
  service: Service
  slot_at: number | null
  /** The start of the slot in whose capacity it counts. */
  ready_slot: number
  promised_at: number
  /** JSON: the address of the contract; null for pickup. */
  address: string | null
  /** JSON: the order lines of the contract. */
  lines: string
  currency: string
  /** How many of the last digits of its amounts follow the point, whatever those of the currency are today. */
  currency_digits: number
  subtotal: number
  delivery_fee: number
  total: number
  payment: PaymentMethod
  payment_state: PaymentState
  note: string
  referral: string
  state: OrderState
  /** Goes up with every change: each move, which is an event of the same version, and each of its payment, which is none. */
  version: number
  accept_by: number
  placed_at: number
  /** When the kitchen was told of it: at once, or once it was paid; null for what it never heard of. */
  reached_at: number | null
  /** When it came to a state in which it stays; null while it is open. */
  ended_at: number | null
}

/** What has happened to an order: only ever added to. */
export interface OrderEventsTable {
  order_id: string
  version: number
  at: number
  actor: OrderActor
  /** Whose account it was, where there is one. */
  actor_id: string | null
  from_state: OrderState | null
  to_state: OrderState
  reason: string
  promised_at: number | null
  /** JSON: the dietary requirements that the kitchen has seen. */
  acknowledged: string
}
