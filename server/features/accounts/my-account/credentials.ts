import type { InputOf } from '#contract/endpoint.ts'
import { VERIFICATION_LINK_MS } from '#contract/limits.ts'
import type { changeEmail as changeEmailCall } from '#contract/my-account.ts'
import type { Actor } from '../../../http/actor.ts'
import { checkedEmail } from '../../../http/checked-email.ts'
import type { Client } from '../../../http/client.ts'
import { ownOrigin } from '../../../http/origins.ts'
import type { AccountContext } from '../account-context.ts'
import { createMailLink, voidMailLinks } from '../mail-links.ts'
import { linkTo, mailAccount, sayHowLinkComes } from '../mails.ts'
import { checkNewPassword, hashPassword } from '../passwords.ts'
import { setPassword } from '../reset-password.ts'
import { ownPage } from '../sign-up.ts'
import { findReader } from '../users.ts'
import { lockOwner } from './owner.ts'
import { requireProof } from './proof.ts'

/**
 * Sets the password of the account, ends its other sessions and notifies the owner by mail.
 * @throws {Refusal} proof_required, busy, and the refusals of checkNewPassword
 */
export async function changePassword(
  { db, origins }: AccountContext,
  actor: Actor,
  { newPassword, client }: { newPassword: string; client: Client },
): Promise<void> {
  await checkNewPassword(newPassword, actor.email)
  await requireProof(db, actor)
  const passwordHash = await hashPassword(newPassword)
  const origin = ownOrigin(client.origin, origins)
  await db
    .transaction()
    .execute(async (tx) => setPassword(tx, await lockOwner(tx, actor), passwordHash, origin, actor.sessionId))
}

/**
 * Requests a change of the email address. The email address changes when the link in the mail to the new address is
 * used. If the new address already has an account, only the owner of that account learns this from a mail; the reply
 * and the account page do not reveal it. Entering the current address cancels an earlier request.
 */
export async function changeEmail(
  { db, origins, smtp }: AccountContext,
  actor: Actor,
  input: InputOf<typeof changeEmailCall>['body'],
) {
  const page = ownPage(input.verificationUrl, origins)
  const { email, key } = checkedEmail(input.email)
  await requireProof(db, actor)
  return db.transaction().execute(async (tx) => {
    const { id: userId, email_key: ownKey } = await lockOwner(tx, actor)
    await voidMailLinks(tx, 'email', { userId })
    if (key === ownKey) return { message: 'This is your address already, and it stays.' }
    const token = await createMailLink(tx, { purpose: 'email', userId, email, key, lifetime: VERIFICATION_LINK_MS })
    const existingReader = await findReader(tx, key)
    if (existingReader) await mailAccount(tx, 'knownAddress', existingReader, { url: new URL('/login', page).href })
    else await mailAccount(tx, 'emailChange', { email }, { url: linkTo(page, token) })
    return {
      message: sayHowLinkComes(
        smtp,
        'A link is on its way to your new address. Open it to confirm the change.',
        'A link confirms the change.',
      ),
    }
  })
}
