import type { HandlerInput } from '#contract/endpoint.ts'
import { describeLinkDelivery } from '#contract/link-delivery.ts'
import type { requestEmailChange as changeEmailCall } from '#contract/my-account.ts'
import type { Actor } from '../../../http/actor.ts'
import type { ClientDetails } from '../../../http/client.ts'
import { chooseOwnOrigin } from '../../../http/origins.ts'
import { parseEmail } from '../../../http/parse-email.ts'
import type { AccountContext } from '../account-context.ts'
import { insertMailLink, invalidateMailLinks } from '../mail-links.ts'
import { buildTokenUrl, enqueueAccountMail } from '../mails.ts'
import { hashPassword, requireAcceptablePassword } from '../passwords.ts'
import { replacePasswordAndEndSessions } from '../reset-password.ts'
import { requireOwnOriginUrl } from '../sign-up.ts'
import { findReaderByEmail } from '../users.ts'
import { lockActorAccount } from './actor-account.ts'
import { requireOwnerProof } from './proof.ts'

/**
 * Sets the password of the account, ends its other sessions and notifies the owner by mail.
 * @throws {Refusal} proof_required, busy, and the refusals of requireAcceptablePassword
 */
export async function changePassword(
  { db, origins }: AccountContext,
  actor: Actor,
  { newPassword, client }: { newPassword: string; client: ClientDetails },
): Promise<void> {
  await requireAcceptablePassword(newPassword, actor.email)
  await requireOwnerProof(db, actor)
  const passwordHash = await hashPassword(newPassword)
  const origin = chooseOwnOrigin(client.origin, origins)
  await db
    .transaction()
    .execute(async (tx) =>
      replacePasswordAndEndSessions(tx, await lockActorAccount(tx, actor), passwordHash, origin, actor.sessionId),
    )
}

/**
 * Requests a change of the email address. The email address changes when the link in the mail to the new address is
 * used. If the new address already has an account, only the owner of that account learns this from a mail; the reply
 * and the account page do not reveal it. Entering the current address cancels an earlier request.
 */
export async function requestEmailChange(
  { db, origins, smtp }: AccountContext,
  actor: Actor,
  { countCall, ...input }: HandlerInput<typeof changeEmailCall>['body'] & { countCall: () => Promise<void> },
) {
  const page = requireOwnOriginUrl(input.verificationUrl, origins)
  const { email, key } = parseEmail(input.email)
  await requireOwnerProof(db, actor)
  await countCall()
  return db.transaction().execute(async (tx) => {
    const { id: userId, email_key: ownKey } = await lockActorAccount(tx, actor)
    await invalidateMailLinks(tx, 'email', { userId })
    if (key === ownKey) return { message: 'This is your address already, and it stays.' }
    const token = await insertMailLink(tx, { purpose: 'email', userId, email, key })
    const existingReader = await findReaderByEmail(tx, key)
    if (existingReader)
      await enqueueAccountMail(tx, 'knownAddress', existingReader, { url: new URL('/login', page).href })
    else await enqueueAccountMail(tx, 'emailChange', { email }, { url: buildTokenUrl(page, token) })
    return {
      message: describeLinkDelivery(
        smtp,
        'A link is on its way to your new address. Open it to confirm the change.',
        'A link confirms the change.',
      ),
    }
  })
}
