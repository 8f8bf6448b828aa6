import { HOUR_MS, MINUTE_MS } from '#contract/limits.ts'
import type { Sender } from './deliver.ts'
import { mailOf, mailWithoutSecrets, withoutSecrets } from './outbox.ts'
import { SEND_TIMEOUT_MS, type SendMail } from './smtp.ts'

/** How long after each failure a mail is tried again. */
export const RETRY_DELAYS_MS = [MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, 2 * HOUR_MS, 12 * HOUR_MS] as const

/** Sends mails. @param send null where nothing can: then they are kept, to be read at the desk */
export function mailSender(send: SendMail | null): Sender {
  return {
    kind: 'mail',
    batch: 5,
    claimMs: 2 * SEND_TIMEOUT_MS,
    retryDelaysMs: RETRY_DELAYS_MS,
    about: (row) => ({ mail: row.id, to: masked(mailOf(row).to) }),
    deliver: async (row) => {
      if (!send) return { state: 'kept', words: 'mail kept at the desk: no SMTP_URL is set' }
      const mail = mailOf(row)
      try {
        await send({ id: row.id, createdAt: row.created_at }, mail)
      } catch (error) {
        const { message, code, responseCode } = error as SmtpError
        return {
          state: 'failed',
          error: withoutSecrets(message),
          ...(isFinal(error as SmtpError) && { ever: false }),
          // Not the message: servers quote the address in it.
          fields: { code, status: responseCode },
        }
      }
      return { state: 'sent', words: 'mail sent', payload: JSON.stringify(mailWithoutSecrets(mail)) }
    },
  }
}

interface SmtpError extends Error {
  code?: string
  responseCode?: number
  command?: string
}

/** RFC 5321 4.2.1: the server will never take a mail for this recipient. */
const isFinal = ({ command, responseCode = 0 }: SmtpError) => command === 'RCPT TO' && responseCode >= 500

/** An address as the log may hold it. */
const masked = (address: string) => address.replace(/^(.).*@/u, '$1…@')
