import type { Database } from '../../db/database.ts'
import type { SendMail } from '../../outbox/mail-sender.ts'

export interface NewsletterContext {
  db: Database
  origin: string
  /**
   * Sends a mail to the mail server; null without one. Without a mail server, nobody can subscribe, and no mails about
   * pages are sent.
   */
  send: SendMail | null
  /** The number of mails that the mail server accepts in a minute. */
  perMinute: number
}
