import { SECOND_MS } from '#contract/limits.ts'
import type { Mail } from './email-template.ts'

/** The time limit of sending a mail; a later one counts as not sent. */
export const SEND_TIMEOUT_MS = 60 * SECOND_MS

/** The sender of the site's mails. */
export interface Sender {
  name: string
  address: string
}

/** Sends a mail to the server; rejects when the server refuses it. */
export type SendMail = (row: { id: string; createdAt: number }, mail: Mail) => Promise<void>

/**
 * Returns a function that sends by the server at the url (smtp: with STARTTLS when offered, smtps: with TLS), with a
 * connection for each mail. A repeated mail has the same Message-ID and date, so that duplicates are recognised.
 */
export async function connectSmtp(url: string, from: Sender): Promise<SendMail> {
  const { createTransport } = await import('nodemailer')
  const transport = createTransport({ url, disableFileAccess: true, disableUrlAccess: true })
  const domain = from.address.slice(from.address.lastIndexOf('@') + 1)
  return async ({ id, createdAt }, { to, subject, text, html, headers }) => {
    await transport.sendMail({
      from,
      to: { name: '', address: to },
      subject,
      text,
      html,
      messageId: `<${id}@${domain}>`,
      date: new Date(createdAt),
      // RFC 3834 5: prevents automatic replies.
      headers: { ...headers, 'Auto-Submitted': 'auto-generated' },
      signal: AbortSignal.timeout(SEND_TIMEOUT_MS),
    })
  }
}
