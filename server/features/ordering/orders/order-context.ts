import type { Transaction } from 'kysely'
import type { Database, Queries } from '../../../db/database.ts'
import type { Email, EmailKey } from '../../../db/email-key.ts'
import type { Schema } from '../../../db/schema.ts'
import type { Events } from '../../../events/events.ts'

/** What the rules of orders work with. */
export interface OrderContext {
  db: Database
  /** Where the site is, for links in mails. */
  origin: string
  events: Events
  guests: Guests
  /** How orders are paid by card; null where they are paid when they are handed over. */
  cards: Cards | null
}

/** What accounts know of guests. */
export interface Guests {
  isConfirmed: (key: EmailKey) => Promise<boolean>
  /** Mails the link that confirms an address, unless one is on its way. */
  mailLink: (email: Email) => Promise<void>
}

/** What payments do for an order that is placed. */
export interface Cards {
  /** @throws {Refusal} card_testing when stolen cards may be tried by this account or from this address */
  refuseTesting: (db: Queries, payer: { userId: string; address: string }) => Promise<void>
  expectPayment: (
    tx: Transaction<Schema>,
    orderId: string,
    payment: { chargedAtOnce: boolean; address: string },
  ) => Promise<void>
}
