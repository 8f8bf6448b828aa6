import { MINUTE_MS, RESET_LINK_MS, SECOND_MS } from '#contract/limits.ts'
import type { Database, Queries } from '../../db/database.ts'
import type { EmailKey } from '../../db/email-key.ts'
import type { Sender } from '../../outbox/deliver.ts'
import { enqueueMail, enqueueWork } from '../../outbox/outbox.ts'
import { createMailLink, findSignup, mailSignup } from './mail-links.ts'
import { knownAddressMail, linkTo, resetMail } from './mails.ts'
import { findReader } from './users.ts'

/** A request for a link by somebody who gave only an email address. */
interface LinkRequest {
  purpose: 'reset' | 'verification'
  key: EmailKey
  /** The page that confirms an address. Links for an existing account lead to pages beside it. */
  verificationPage: string
}

/**
 * Stores a request for a link. The outbox finds out whether there is an account, so the call does the same work in both
 * cases, and its duration reveals nothing.
 */
export const requestLink = (db: Queries, request: LinkRequest): Promise<void> =>
  enqueueWork(db, { kind: 'link_request', payload: JSON.stringify(request), recipientKey: request.key })

/** Returns the outbox sender that turns requests into mails. */
export function linkRequestSender(db: Database): Sender {
  return {
    kind: 'link_request',
    batch: 20,
    claimMs: 30 * SECOND_MS,
    retryDelaysMs: [MINUTE_MS, 5 * MINUTE_MS],
    logFields: ({ id }) => ({ linkRequest: id }),
    deliver: async ({ payload }) => {
      const request = JSON.parse(payload) as LinkRequest
      await db.transaction().execute((tx) => mailLink(tx, request))
      return { state: 'sent', payload: '{}' }
    },
  }
}

/**
 * Mails the link that the owner of the address needs. The mail goes to the address of the account or signup, never to
 * the spelling in the request.
 */
async function mailLink(tx: Queries, { purpose, key, verificationPage }: LinkRequest): Promise<void> {
  const reader = await findReader(tx, key)
  const pageBeside = (path: string) => new URL(path, verificationPage).href
  if (!reader) {
    const waiting = await findSignup(tx, key)
    if (waiting) await mailSignup(tx, { ...waiting, key, page: verificationPage })
  } else if (purpose === 'verification') {
    await enqueueMail(tx, knownAddressMail(reader, pageBeside('/login')))
  } else {
    const { id: userId, email } = reader
    const token = await createMailLink(tx, { purpose: 'reset', userId, email, key, lifetime: RESET_LINK_MS })
    await enqueueMail(tx, resetMail(reader, linkTo(pageBeside('/reset-password'), token)))
  }
}
