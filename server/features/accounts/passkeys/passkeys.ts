import type { RegistrationResponseJSON } from '@simplewebauthn/server'
import { PASSKEYS_MAX } from '#contract/limits.ts'
import type { NewCredential, Passkey } from '#contract/passkeys.ts'
import { site } from '#site'
import type { DatabaseOrTx } from '../../../db/database.ts'
import { createId } from '../../../db/ids.ts'
import { insertNewRows } from '../../../db/insert-new-rows.ts'
import type { PasskeyAndSecondFactorTables } from '../../../db/login-tables.ts'
import type { Actor } from '../../../http/actor.ts'
import { cleanLine } from '../../../http/clean-line.ts'
import type { ClientDetails } from '../../../http/client.ts'
import { describeDevice } from '../../../http/describe-device.ts'
import { createNotFoundRefusal, Refusal } from '../../../http/failures.ts'
import type { AccountContext } from '../account-context.ts'
import { buildAccountUrl, enqueueAccountMail } from '../mails.ts'
import { getActorAccount, lockActorAccount } from '../my-account/actor-account.ts'
import { requireOwnerProof } from '../my-account/proof.ts'
import { createChallenge, verifyAndConsumeChallenge } from './challenges.ts'
import { loadWebAuthn, removeAttestationStatement, toExpectedParties, toRelyingPartyId } from './relying-party.ts'

/** The algorithms of keys that every library can check: EdDSA, ES256 and RS256 (RFC 9053). */
const ALGORITHMS = [-8, -7, -257]

const present = (row: PasskeyAndSecondFactorTables['passkeys']): Passkey => ({
  id: row.id,
  name: row.name,
  isSynced: row.is_synced === 1,
  createdAt: row.created_at,
  lastUsedAt: row.last_used_at,
})

const passkeysOf = (db: DatabaseOrTx, userId: string) =>
  db.selectFrom('passkeys').selectAll().where('user_id', '=', userId).orderBy('created_at').orderBy('id').execute()

/** Lists the passkeys of an account, oldest first. */
export const listPasskeys = async (db: DatabaseOrTx, userId: string): Promise<Passkey[]> =>
  (await passkeysOf(db, userId)).map(present)

/**
 * Returns the options with which a browser creates a passkey (WebAuthn 5.4). The browser refuses to create a second
 * passkey of the account on the same authenticator.
 * @throws {Refusal} proof_required, passkeys_full
 */
export async function beginPasskeyRegistration({ db, origins }: AccountContext, actor: Actor, origin: string | null) {
  await requireOwnerProof(db, actor)
  const { id, name, email } = await getActorAccount(db, actor)
  const passkeys = await passkeysOf(db, id)
  if (passkeys.length >= PASSKEYS_MAX) throw new Refusal('passkeys_full')
  const { generateRegistrationOptions } = await loadWebAuthn()
  const options = await generateRegistrationOptions({
    rpName: site.name,
    rpID: toRelyingPartyId(origin, origins),
    userID: Uint8Array.from(Buffer.from(id)),
    userName: email,
    userDisplayName: name,
    challenge: await createChallenge(db, { purpose: 'add', sessionId: actor.sessionId }),
    attestationType: 'none',
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: ALGORITHMS,
    excludeCredentials: passkeys.map((row) => ({ id: row.credential_id, transports: JSON.parse(row.transports) })),
  })
  return { ...options }
}

/**
 * Checks a new passkey (WebAuthn 7.1) and adds it to the account under the name of the browser.
 * @throws {Refusal} proof_required, passkeys_full, passkey_refused when the response is not valid or the passkey is
 * already registered
 */
export async function addPasskey(
  { db, origins }: AccountContext,
  actor: Actor,
  { credential, client }: { credential: NewCredential; client: ClientDetails },
): Promise<Passkey> {
  await requireOwnerProof(db, actor)
  const use = { purpose: 'add', sessionId: actor.sessionId } as const
  const challenge = await verifyAndConsumeChallenge(db, credential.response.clientDataJSON, use)
  const { verifyRegistrationResponse } = await loadWebAuthn()
  const verify = async () => {
    const attestationObject = await removeAttestationStatement(credential.response.attestationObject)
    return verifyRegistrationResponse({
      response: { ...credential, response: { ...credential.response, attestationObject } } as RegistrationResponseJSON,
      expectedChallenge: challenge,
      ...toExpectedParties(origins),
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    })
  }
  const { verified, registrationInfo: made } = await verify().catch(() => {
    // The library throws for every response that is not valid.
    throw new Refusal('passkey_refused')
  })
  if (!verified || !made) throw new Refusal('passkey_refused')
  const row: PasskeyAndSecondFactorTables['passkeys'] = {
    id: createId(),
    user_id: actor.userId,
    credential_id: made.credential.id,
    public_key: Buffer.from(made.credential.publicKey).toString('base64url'),
    counter: made.credential.counter,
    transports: JSON.stringify(credential.response.transports),
    name: describeDevice(client.userAgent),
    is_synced: made.credentialBackedUp ? 1 : 0,
    created_at: Date.now(),
    last_used_at: null,
  }
  await db.transaction().execute(async (tx) => {
    const owner = await lockActorAccount(tx, actor)
    if ((await passkeysOf(tx, owner.id)).length >= PASSKEYS_MAX) throw new Refusal('passkeys_full')
    if ((await insertNewRows(tx, 'passkeys', row)) === 0) throw new Refusal('passkey_refused')
    await enqueueAccountMail(tx, 'passkeyAdded', owner, {
      url: buildAccountUrl(client.origin, origins, 'passkeys'),
      detail: row.name,
    })
  })
  return present(row)
}

/** Renames a passkey. @throws {Refusal} name_missing, not_found */
export async function renamePasskey(db: DatabaseOrTx, { userId }: Actor, id: string, input: string): Promise<Passkey> {
  const name = cleanLine(input)
  if (name === '') throw new Refusal('name_missing')
  const row = await db
    .updateTable('passkeys')
    .set({ name })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returningAll()
    .executeTakeFirstOrThrow(createNotFoundRefusal)
  return present(row)
}

/** Removes a passkey. Sessions that began with this passkey continue. @throws {Refusal} proof_required, not_found */
export async function removePasskey(
  { db, origins }: AccountContext,
  actor: Actor,
  { id, client }: { id: string; client: ClientDetails },
): Promise<void> {
  await requireOwnerProof(db, actor)
  await db.transaction().execute(async (tx) => {
    const owner = await lockActorAccount(tx, actor)
    const removed = await tx
      .deleteFrom('passkeys')
      .where('id', '=', id)
      .where('user_id', '=', owner.id)
      .returning('name')
      .executeTakeFirstOrThrow(createNotFoundRefusal)
    await enqueueAccountMail(tx, 'passkeyRemoved', owner, {
      url: buildAccountUrl(client.origin, origins, 'passkeys'),
      detail: removed.name,
    })
  })
}
