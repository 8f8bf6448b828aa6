import { SECOND_MS } from '#contract/limits.ts'
import type { Mail } from './email-template.ts'

/** Beyond this a mail counts as not sent. */
export const SEND_TIMEOUT_MS = 60 * SECOND_MS

/** Who the mails of this site are from. */
export interface Sender {
  name: string
  address: string
}

/** Hands a mail to the server; rejects when it was not taken. */
export type SendMail = (row: { id: string; createdAt: number }, mail: Mail) => Promise<void>

/**
 * Sends through the server at the url (smtp: with STARTTLS where it is offered, smtps: with TLS from the start), a
 * connection for each mail. A mail that is sent again has the same Message-ID and date, so that it can be told.
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
      // RFC 3834 5: no holiday notice comes back.
      headers: { ...headers, 'Auto-Submitted': 'auto-generated' },
      signal: AbortSignal.timeout(SEND_TIMEOUT_MS),
    })
  }
}
