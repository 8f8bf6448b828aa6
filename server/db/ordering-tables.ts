import type { KitchenApprovalStatus, MemberRole } from '#contract/kitchen.ts'
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
  status: KitchenApprovalStatus
  timezone: string
  currency: string
  delivery_fee: number
  /** Delivery is free from this subtotal on. Null: never free. 0: always free. */
  delivery_free_orders_over: number | null
  minimum_order: number
  /** JSON: a list of the services that the kitchen offers, delivery or pickup. */
  services: string
  prep_minutes: number
  accept_within_minutes: number
  /** Whether guests must confirm their email address before their first order. */
  confirm_first: 0 | 1
  orders_per_slot: number | null
  /** JSON: the opening hours of the contract. */
  hours: string
  /** JSON: a list of delivery zones. */
  zones: string
  paused_until: number | null
  rush_minutes: number
  rush_until: number | null
  /**
   * Increases with every change and every placed order. The increase locks the row, so orders of a kitchen are placed
   * one after another.
   */
  version: number
  is_sample: 0 | 1
  created_at: number
  /** The kitchen's commission on its sales, in hundredths of a per cent. */
  commission_rate: number
  /**
   * The number of the kitchen's last receipt; `last_credit_note` is that of its last credit note. An increase locks the
   * row.
   */
  last_receipt: number
  last_credit_note: number
}

interface VendorMembersTable {
  vendor_id: string
  user_id: string
  role: MemberRole
  created_at: number
}

/** An invitation to work in a kitchen. The account that has confirmed the email address may join. */
interface KitchenInvitationsTable {
  id: string
  vendor_id: string
  email: string
  email_key: EmailKey
  role: MemberRole
  created_at: number
}

interface MenuCategoriesTable {
  id: string
  vendor_id: string
  name: string
  position: number
}

/** Pictures of dishes, encoded again by the site. */
interface DishPicturesTable {
  id: string
  vendor_id: string
  /** WebP, in base64. */
  data: string
  created_at: number
}

interface MenuItemsTable {
  id: string
  vendor_id: string
  category_id: string
  name: string
  description: string
  price: number
  picture_id: string | null
  /** A JSON list; `diets` is one too. */
  allergens: string
  diets: string
  available: 0 | 1
  sold_out_until: number | null
  /** Null when portions are not counted; never below zero. */
  portions_left: number | null
  max_per_order: number | null
  /** JSON: the options of the contract with their choices. */
  options: string
  position: number
}

/**
 * Orders. An order has copies of the ordered items, their prices and the data of the customer. A later change of the
 * menu, the kitchen or the account does not change the copies.
 */
interface OrdersTable {
  id: string
  vendor_id: string
  /** The date on which the order was placed, in the kitchen's time zone. `number` counts from 1 on each date. */
  day: string
  number: number
  /** A secret in the mails about the order, which lets its holder read and cancel the order, and nothing else. */
  tracking_token: string
  /** The account of the customer; null after its deletion. */
  user_id: string | null
  /** The key that the browser sent with the order; unique for each account. */
  place_key: string
  /** SHA-256 of the request. A request with the same key and another hash is refused. */
  place_hash: string
  customer_name: string
  customer_email: string
  /** Empty after the customer's data was erased. */
  customer_email_key: EmailKey
  customer_phone: string
  /** Whether a guest placed the order, and no reader has taken it over by confirming the email address. */
  is_guest: 0 | 1
  service: Service
  slot_at: number | null
  /** The start of the time slot whose limit counts this order. */
  ready_slot: number
  promised_at: number
  /** The delivery address as JSON, in the shape that the contract declares; null for pickup. */
  address: string | null
  /** JSON: the order lines of the contract. */
  lines: string
  currency: string
  /**
   * The number of fraction digits of the order's amounts. It stays the same even when the currency later gets another
   * number of digits.
   */
  currency_digits: number
  subtotal: number
  delivery_fee: number
  total: number
  payment: PaymentMethod
  payment_state: PaymentState
  note: string
  referral: string
  state: OrderState
  /**
   * Increases with every change. A change of `state` also adds an order event with this version; a change of the
   * payment adds no event.
   */
  version: number
  accept_by: number
  placed_at: number
  /**
   * The time when the kitchen first saw the order: when it was placed, or, for a payment by card, when it was paid.
   * Null when the kitchen never saw the order.
   */
  reached_at: number | null
  /** The time when the order reached a final state; null while the order is open. */
  ended_at: number | null
}

/** The history of orders; rows are only added. */
interface OrderEventsTable {
  order_id: string
  version: number
  at: number
  actor: OrderActor
  /** The account that changed the state of the order; null when no account did. */
  actor_id: string | null
  from_state: OrderState | null
  to_state: OrderState
  reason: string
  promised_at: number | null
  /** JSON: the dietary requirements that the kitchen has acknowledged. */
  acknowledged: string
}

export interface OrderingTables {
  vendors: VendorsTable
  vendor_members: VendorMembersTable
  kitchen_invitations: KitchenInvitationsTable
  menu_categories: MenuCategoriesTable
  menu_items: MenuItemsTable
  dish_pictures: DishPicturesTable
  orders: OrdersTable
  order_events: OrderEventsTable
}
