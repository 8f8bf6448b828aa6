import type { NewsletterFrequency, SubscriberState } from '#contract/newsletter.ts'
import type { EmailKey } from './email-key.ts'

/** An email address that gets mails about new pages, or has unsubscribed. Its owner has agreed at least once. */
interface SubscribersTable {
  id: string
  email: string
  /** Unique. */
  email_key: EmailKey
  /** The account of the subscriber, null when there is none. */
  user_id: string | null
  frequency: NewsletterFrequency
  state: SubscriberState
  source: 'form' | 'account' | 'import'
  /** A secret in the subscriber's mails. Its holder can end the mails, and do nothing else. */
  unsubscribe_token: string
  created_at: number
  changed_at: number
  last_error: string | null
}

/** A subscription that waits for the confirmation of its email address. */
interface SubscriptionRequestsTable {
  /** SHA-256 of the secret in the mail. */
  hash: string
  email: string
  email_key: EmailKey
  frequency: NewsletterFrequency
  created_at: number
  expires_at: number
}

/** A page that was announced, or that is never announced because it is older than the newsletter. */
interface AnnouncedPagesTable {
  /** The key of the page (contract/page-key.ts). A page is announced once. */
  page: string
  /** UUIDv7: the order of the list at the desk. */
  id: string
  title: string
  description: string
  path: string
  /** Null for a page that was not announced. */
  announced_at: number | null
  sent: number
  failed: number
}

/** A page about which a subscriber still has to get a mail. The row is deleted when the mail is sent or given up. */
interface PageMailsTable {
  page: string
  subscriber_id: string
  due_at: number
  /** The outbox row of the mail; null until it is due. */
  outbox_id: string | null
  /** The time when the mail was handed to the mail server. */
  handed_over_at: number | null
}

/**
 * The earliest time of the next mail. All processes share this row, so that together they do not exceed the rate of the
 * mail server.
 */
interface MailPaceTable {
  name: 'newsletter'
  next_at: number
}

export interface NewsletterTables {
  subscribers: SubscribersTable
  subscription_requests: SubscriptionRequestsTable
  announced_pages: AnnouncedPagesTable
  page_mails: PageMailsTable
  mail_pace: MailPaceTable
}
