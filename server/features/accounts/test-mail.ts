import type { SetupFindings } from '#contract/setup.ts'
import * as calls from '#contract/setup.ts'
import { recordAction } from '../../db/audit-log.ts'
import type { Database, DatabaseOrTx } from '../../db/database.ts'
import { retryTransaction } from '../../db/retry-transaction.ts'
import { readSetting, writeSetting } from '../../db/settings.ts'
import type { Actor } from '../../http/actor.ts'
import type { BindEndpoint } from '../../http/bind-endpoint.ts'
import { Refusal } from '../../http/failures.ts'
import type { OwnOriginList } from '../../http/origins.ts'
import { parseStoredMail } from '../../outbox/outbox.ts'
import { findMailLink, insertMailLink, invalidateMailLinks, markMailLinkUsed } from './mail-links.ts'
import { buildTokenUrl, enqueueAccountMail } from './mails.ts'

/** The setting that holds the id of the latest test mail. */
const LATEST = 'setup.testMail'
/** The setting that holds the time when the link of a test mail was used. */
const ARRIVED = 'setup.mailArrived'

export interface TestMailContext {
  db: Database
  origins: OwnOriginList
  /** Whether the site has a mail server. */
  smtp: boolean
}

export function testMailRoutes(bind: BindEndpoint, context: TestMailContext): void {
  bind(calls.sendTestMail, ({ actor }) => sendTestMail(context, actor))
  bind(calls.confirmTestMail, ({ body }) => confirmTestMail(context.db, body.token))
}

/** Mails a link to the caller; earlier links of the caller become invalid. @throws {Refusal} mail_not_set_up */
async function sendTestMail({ db, origins, smtp }: TestMailContext, actor: Actor): Promise<{ to: string }> {
  // A mail that is only kept at the desk would not prove that mail arrives.
  if (!smtp) throw new Refusal('mail_not_set_up')
  return db.transaction().execute(async (tx) => {
    const { userId } = actor
    const admin = await tx
      .selectFrom('users')
      .select(['name', 'email', 'email_key as key'])
      .where('id', '=', userId)
      .executeTakeFirstOrThrow()
    await invalidateMailLinks(tx, 'test', { userId })
    const token = await insertMailLink(tx, { ...admin, purpose: 'test', userId })
    const id = await enqueueAccountMail(tx, 'test', admin, { url: buildTokenUrl(`${origins[0]}/test-mail`, token) })
    await writeSetting(tx, LATEST, id)
    await recordAction(tx, {
      actor,
      action: 'test mail sent',
      target: { id: userId, name: admin.name },
    })
    return { to: admin.email }
  })
}

/** Uses the link of a test mail. @throws {Refusal} link_used, link_expired */
const confirmTestMail = (db: Database, token: string): Promise<{ to: string }> =>
  retryTransaction(db, async (tx) => {
    const link = await findMailLink(tx, token, ['test'])
    await markMailLinkUsed(tx, link.hash)
    await writeSetting(tx, ARRIVED, Date.now())
    return { to: link.email }
  })

/** Checks whether the site has a mail server and a test mail has arrived. */
export async function runTestMailSetupCheck({ db, smtp }: TestMailContext) {
  const testMail = smtp ? await findTestMail(db) : undefined
  return {
    isDone: smtp && (await readSetting(db, ARRIVED)) !== undefined,
    findings: { canSendMail: smtp, ...(testMail && { testMail }) },
  }
}

async function findTestMail(db: DatabaseOrTx): Promise<SetupFindings['testMail']> {
  const id = await readSetting(db, LATEST)
  if (typeof id !== 'string') return undefined
  const row = await db
    .selectFrom('outbox')
    .select(['payload', 'state', 'last_error as lastError'])
    .where('id', '=', id)
    .executeTakeFirst()
  // A mail is kept instead of sent when the site has no mail server at the time of its delivery.
  if (!row || row.state === 'kept' || row.state === 'expired') return undefined
  return { to: parseStoredMail(row).to, state: row.state, lastError: row.lastError }
}
