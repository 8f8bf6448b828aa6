import type { AuthenticationResponseJSON } from '@simplewebauthn/server'
import type { PasskeyAssertion } from '#contract/passkeys.ts'
import { Refusal } from '../../../http/failures.ts'
import type { AccountContext } from '../account-context.ts'
import { type ChallengeBinding, createChallenge, verifyAndConsumeChallenge } from './challenges.ts'
import { loadWebAuthn, toExpectedParties, toRelyingPartyId } from './relying-party.ts'

/**
 * Returns the options with which a browser asks for a passkey (WebAuthn 5.5). Any passkey of the site may respond.
 * @param origin the origin of the page
 */
export async function beginPasskeyAuthentication(
  { db, origins }: Pick<AccountContext, 'db' | 'origins'>,
  origin: string | null,
  use: ChallengeBinding,
) {
  const { generateAuthenticationOptions } = await loadWebAuthn()
  const options = await generateAuthenticationOptions({
    rpID: toRelyingPartyId(origin, origins),
    challenge: await createChallenge(db, use),
    userVerification: 'required',
  })
  return { ...options }
}

/**
 * Checks the response of a passkey (WebAuthn 7.2) and stores that it was used. The challenge is used up even when the
 * response is refused.
 * @returns the id of the passkey's account
 * @throws {Refusal} passkey_unknown when no account has this passkey, passkey_refused when the response is not valid
 */
export async function finishPasskeyAuthentication(
  { db, origins }: Pick<AccountContext, 'db' | 'origins'>,
  credential: PasskeyAssertion,
  use: ChallengeBinding,
): Promise<string> {
  const challenge = await verifyAndConsumeChallenge(db, credential.response.clientDataJSON, use)
  const passkey = await db
    .selectFrom('passkeys')
    .select(['id', 'user_id', 'public_key', 'counter'])
    .where('credential_id', '=', credential.id)
    .executeTakeFirst()
  if (!passkey) throw new Refusal('passkey_unknown')
  const { verifyAuthenticationResponse } = await loadWebAuthn()
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: credential as AuthenticationResponseJSON,
    expectedChallenge: challenge,
    ...toExpectedParties(origins),
    requireUserVerification: true,
    credential: {
      id: credential.id,
      publicKey: Uint8Array.from(Buffer.from(passkey.public_key, 'base64url')),
      counter: passkey.counter,
    },
  }).catch(() => {
    // The library throws for every response that is not valid.
    throw new Refusal('passkey_refused')
  })
  const { userHandle } = credential.response
  const isOwner = !userHandle || Buffer.from(userHandle, 'base64url').toString() === passkey.user_id
  if (!verified || !isOwner) throw new Refusal('passkey_refused')
  const { newCounter, credentialBackedUp } = authenticationInfo
  await db
    .updateTable('passkeys')
    .set({ counter: newCounter, is_synced: credentialBackedUp ? 1 : 0, last_used_at: Date.now() })
    .where('id', '=', passkey.id)
    .where('counter', '<=', newCounter)
    .execute()
  return passkey.user_id
}
