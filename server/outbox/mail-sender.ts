import { Transform } from 'node:stream'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#contract/limits.ts'
import { tryParseJson } from '../http/try-parse-json.ts'
import type { OutboxSender } from './deliver.ts'
import type { Mail } from './email-template.ts'
import { removeLinkSecrets, removeMailSecrets } from './outbox.ts'

/** The delays before the next attempts to send a mail. */
export const MAIL_RETRY_DELAYS_MS = [MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, 2 * HOUR_MS, 12 * HOUR_MS] as const

const SEND_TIMEOUT_MS = 60 * SECOND_MS

/** Sends a mail to the server; rejects when the server refuses it. */
export type SendMail = (row: { id: string; createdAt: number }, mail: Mail) => Promise<void>

/** Returns the outbox sender of mails. @param send null without a mail server; mails are then kept for the desk */
export function createMailOutboxSender(send: SendMail | null): OutboxSender {
  return {
    kind: 'mail',
    batch: 5,
    claimMs: 2 * SEND_TIMEOUT_MS,
    retryDelaysMs: MAIL_RETRY_DELAYS_MS,
    logFields: ({ id, payload }) => ({ mail: id, to: masked(String(Object(tryParseJson(payload)).to)) }),
    deliver: async (row) => {
      if (!send) return { state: 'kept', message: 'mail kept at the desk: no SMTP_URL is set' }
      const mail = tryParseJson(row.payload) as Mail | undefined
      // The error of the parser would quote the mail, whose links have secrets.
      if (!mail) return { state: 'failed', error: 'It could not be read.' }
      try {
        await send({ id: row.id, createdAt: row.created_at }, mail)
      } catch (error) {
        const { message, code, responseCode } = error as NodemailerError
        return {
          state: 'failed',
          error: removeLinkSecrets(message),
          ...(isFinal(error as NodemailerError) && { isRetryable: false }),
          // The message is not logged, because mail servers quote the email address in it.
          fields: { code, status: responseCode },
        }
      }
      return { state: 'sent', message: 'mail sent', payload: JSON.stringify(removeMailSecrets(mail)) }
    },
  }
}

/** An error of sending a mail, as nodemailer throws it. */
export interface NodemailerError extends Error {
  code?: string
  responseCode?: number
  command?: string
}

/** Returns whether the server will never accept a mail for this recipient (RFC 5321 4.2.1). */
const isFinal = ({ command, responseCode = 0 }: NodemailerError) => command === 'RCPT TO' && responseCode >= 500

const masked = (address: string) => address.replace(/^(.).*@/u, '$1…@')

/**
 * Returns a function that sends mails by the mail server at the url, with a new connection for each mail. smtp: uses
 * STARTTLS when the server offers it; smtps: uses TLS. A repeated mail has the same Message-ID and date, so that
 * duplicates are recognised. When the connection is lost after the whole mail was handed over, the server may have
 * accepted the mail. The error then has the command DATA.
 */
export async function createSmtpSender(url: string, from: { name: string; address: string }): Promise<SendMail> {
  const { createTransport } = await import('nodemailer')
  const transport = createTransport({ url, disableFileAccess: true, disableUrlAccess: true })
  /** The ids of the mails that nodemailer has read to the end while sending. */
  const readMails = new Set<string>()
  transport.use('stream', ({ data, message }, done) => {
    const flush = (end: () => void) => {
      readMails.add(String(data.messageId))
      end()
    }
    message.transform(() => new Transform({ transform: (chunk, _, next) => next(null, chunk), flush }))
    done()
  })
  const domain = from.address.slice(from.address.lastIndexOf('@') + 1)
  return async ({ id, createdAt }, { to, subject, text, html, headers }) => {
    const messageId = `<${id}@${domain}>`
    try {
      await transport.sendMail({
        from,
        to: { name: '', address: to },
        subject,
        text,
        html,
        messageId,
        date: new Date(createdAt),
        // RFC 3834 5: prevents automatic replies.
        headers: { ...headers, 'Auto-Submitted': 'auto-generated' },
        signal: AbortSignal.timeout(SEND_TIMEOUT_MS),
      })
    } catch (error) {
      const isAnswered = (error as NodemailerError).responseCode !== undefined
      if (!isAnswered && readMails.has(messageId)) (error as NodemailerError).command = 'DATA'
      throw error
    } finally {
      readMails.delete(messageId)
    }
  }
}
