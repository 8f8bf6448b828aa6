import { recordAction } from '../../../db/audit-log.ts'
import { countQueryRows } from '../../../db/count-query-rows.ts'
import type { Database, DatabaseOrTx } from '../../../db/database.ts'
import type { Actor } from '../../../http/actor.ts'
import type { ClientDetails } from '../../../http/client.ts'
import { Refusal } from '../../../http/failures.ts'
import type { AccountContext } from '../account-context.ts'
import { buildAccountUrl, enqueueAccountMail } from '../mails.ts'
import { getActorAccount, lockActorAccount } from '../my-account/actor-account.ts'
import { requireOwnerProof } from '../my-account/proof.ts'
import { createTotp, findSecondFactorRow, replaceRecoveryCodes, tryEnableSecondFactor } from './codes.ts'

/** 160 bits, as RFC 4226 recommends. */
const SECRET_BYTES = 20

export async function readSecondFactorState(db: DatabaseOrTx, actor: Actor) {
  const { id, password_hash: hash } = await getActorAccount(db, actor)
  const factor = await findSecondFactorRow(db, id)
  const recoveryCodesLeft = await countQueryRows(db.selectFrom('recovery_codes').where('user_id', '=', id))
  return { since: factor?.confirmed_at ?? null, recoveryCodesLeft, hasPassword: hash !== null }
}

/**
 * Stores a new secret; it has no effect until `enableSecondFactor` gets its first code.
 * @throws {Refusal} proof_required, password_needed, second_factor_on
 */
export async function beginSecondFactorSetup({ db }: AccountContext, actor: Actor) {
  await requireOwnerProof(db, actor)
  const { Secret } = await import('otpauth')
  const secret = new Secret({ size: SECRET_BYTES }).base32
  const owner = await db.transaction().execute(async (tx) => {
    const owner = await lockActorAccount(tx, actor)
    if (owner.password_hash === null) throw new Refusal('password_needed')
    if ((await findSecondFactorRow(tx, owner.id))?.confirmed_at) throw new Refusal('second_factor_on')
    await tx
      .insertInto('second_factors')
      .values({ user_id: owner.id, secret, last_step: 0, tries: 0, tries_since: 0 })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ secret, last_step: 0 }))
      .execute()
    return owner
  })
  const address = (await createTotp(secret, owner.email)).toString()
  return { secret, address, qr: await drawQrCode(address) }
}

/** Draws a QR code (ISO/IEC 18004) with its quiet zone. One module is 1 unit wide. */
async function drawQrCode(text: string): Promise<{ size: number; path: string }> {
  const { encode } = await import('uqr')
  const { data, size } = encode(text, { border: 4 })
  const path = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return { size, path }
}

/** Switches the second factor on. @throws {Refusal} proof_required, second_factor_on, code_wrong */
export async function enableSecondFactor(
  { db, origins }: AccountContext,
  actor: Actor,
  { code, client }: { code: string; client: ClientDetails },
): Promise<{ recoveryCodes: string[] }> {
  await requireOwnerProof(db, actor)
  return db.transaction().execute(async (tx) => {
    const owner = await lockActorAccount(tx, actor)
    if ((await findSecondFactorRow(tx, owner.id))?.confirmed_at) throw new Refusal('second_factor_on')
    if (!(await tryEnableSecondFactor(tx, owner.id, code))) throw new Refusal('code_wrong')
    await enqueueAccountMail(tx, 'secondFactorOn', owner, {
      url: buildAccountUrl(client.origin, origins, 'second-factor'),
    })
    return { recoveryCodes: await replaceRecoveryCodes(tx, owner.id) }
  })
}

/** Replaces the recovery codes. @throws {Refusal} proof_required, not_found without a second factor */
export async function renewRecoveryCodes({ db }: AccountContext, actor: Actor): Promise<{ recoveryCodes: string[] }> {
  await requireOwnerProof(db, actor)
  return db.transaction().execute(async (tx) => {
    const { id } = await lockActorAccount(tx, actor)
    if (!(await findSecondFactorRow(tx, id))?.confirmed_at) throw new Refusal('not_found')
    return { recoveryCodes: await replaceRecoveryCodes(tx, id) }
  })
}

/** Switches the second factor off. @throws {Refusal} proof_required, not_found without a second factor */
export async function removeSecondFactor(
  { db, origins }: AccountContext,
  actor: Actor,
  client: ClientDetails,
): Promise<void> {
  await requireOwnerProof(db, actor)
  await db.transaction().execute(async (tx) => {
    const owner = await lockActorAccount(tx, actor)
    if (!(await deleteSecondFactorRows(tx, owner.id))) throw new Refusal('not_found')
    await enqueueAccountMail(tx, 'secondFactorOff', owner, {
      url: buildAccountUrl(client.origin, origins, 'second-factor'),
    })
  })
}

/**
 * Switches off the second factor of a reader who has lost it, on the command line. The audit log records this action.
 * @returns whether it was on
 */
export const removeSecondFactorByCommandLine = (db: Database, target: { id: string; name: string }): Promise<boolean> =>
  db.transaction().execute(async (tx) => {
    if (!(await deleteSecondFactorRows(tx, target.id))) return false
    await recordAction(tx, { actor: null, action: 'second factor removed', target })
    return true
  })

/** Deletes the second factor of an account with its recovery codes. @returns whether it was on */
async function deleteSecondFactorRows(db: DatabaseOrTx, userId: string): Promise<boolean> {
  await db.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  const deleted = await db
    .deleteFrom('second_factors')
    .where('user_id', '=', userId)
    .returning('confirmed_at')
    .executeTakeFirst()
  return deleted?.confirmed_at != null
}
