import type { Database } from '../../../db/database.ts'
import type { Email, EmailKey } from '../../../db/email-key.ts'
import type { Events } from '../../../events/events.ts'
import type { PaymentProvider } from '../payments/payment-provider.ts'

/** What the rules of orders work with. */
export interface OrderContext {
  db: Database
  /** Where the site is, for links in mails. */
  origin: string
  events: Events
  guests: Guests
  /** Who takes cards; null where orders are paid when they are handed over. */
  payments: PaymentProvider | null
}

/** What accounts know of guests. */
export interface Guests {
  isConfirmed: (key: EmailKey) => Promise<boolean>
  /** Mails the link that confirms an address, unless one is on its way. */
  mailLink: (email: Email) => Promise<void>
}
