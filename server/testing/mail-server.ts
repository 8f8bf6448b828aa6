import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { onTestFinished } from 'vitest'

/** A mail that the server received. */
export interface ArrivedMail {
  recipients: string[]
  raw: string
  parsed: Email
}

export interface MailServer {
  /** The value for SMTP_URL. */
  url: string
  arrived: ArrivedMail[]
  /** While set, the server refuses each recipient, or each mail after reading it, with this status and message. */
  refusal: { of: 'recipient' | 'mail'; status: number; words: string } | null
}

/** Starts an SMTP server on a free local port. It is closed when the test is over. */
export async function startMailServer(): Promise<MailServer> {
  const refusalOf = (what: 'recipient' | 'mail') => {
    const { refusal } = mailServer
    return refusal?.of === what ? Object.assign(new Error(refusal.words), { responseCode: refusal.status }) : null
  }
  const smtp = new SMTPServer({
    authOptional: true,
    // The certificate is not trusted, so a client that checks it would disconnect.
    hideSTARTTLS: true,
    disabledCommands: ['AUTH'],
    logger: false,
    // Without DNS, each lookup would wait for a timeout.
    disableReverseLookup: true,
    onRcptTo: (_address, _session, answer) => answer(refusalOf('recipient')),
    onData: async (stream, { envelope }, answer) => {
      const raw = await text(stream)
      const recipients = envelope.rcptTo.map(({ address }) => address)
      mailServer.arrived.push({ recipients, raw, parsed: await PostalMime.parse(raw) })
      answer(refusalOf('mail'))
    },
  })
  smtp.on('error', () => {})
  const listener = smtp.listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const { port } = listener.address() as AddressInfo
  const mailServer: MailServer = { url: `smtp://127.0.0.1:${port}`, arrived: [], refusal: null }
  onTestFinished(() => new Promise<void>((closed) => smtp.close(closed)))
  return mailServer
}
