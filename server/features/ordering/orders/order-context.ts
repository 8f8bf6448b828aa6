import type { RequestBody } from '#contract/endpoint.ts'
import type { moveOrder } from '#contract/kitchen-orders.ts'
import type { OrderActor } from '#contract/order-states.ts'
import type { Database, DatabaseOrTx, Tx } from '../../../db/database.ts'
import type { EmailKey, EmailWithKey } from '../../../db/email-key.ts'
import type { EventBus } from '../../../events/events.ts'

export interface OrderContext {
  db: Database
  origin: string
  events: EventBus
  guests: GuestEmailConfirmationFunctions
  /** Null when the site takes no cards. */
  cards: CardPaymentFunctions | null
}

/** The functions of the accounts feature that orders of guests need. */
export interface GuestEmailConfirmationFunctions {
  isConfirmed: (key: EmailKey) => Promise<boolean>
  /** Mails a link that confirms the email address, at most every 15 minutes. */
  mailLink: (email: EmailWithKey) => Promise<void>
}

/** The functions of card payments that placing an order needs. */
export interface CardPaymentFunctions {
  /** @throws {Refusal} card_testing when this account or IP address may be trying stolen cards */
  refuseTesting: (db: DatabaseOrTx, payer: { userId: string; address: string }) => Promise<void>
  expectPayment: (tx: Tx, orderId: string, payment: { chargedAtOnce: boolean; address: string }) => Promise<void>
}

/** The new state of an order, with the promised time, the reason and the acknowledged dietary requirements. */
export type MoveRequest = RequestBody<typeof moveOrder>

/**
 * The person or the part of the program that moves an order. `id` is the id of the person's account; null without an
 * account. `name`: the name of an admin, for the audit log.
 */
export type MoveActor =
  | { actor: 'admin'; id: string; name: string }
  | { actor: Exclude<OrderActor, 'admin'>; id: string | null }
