import { PASSKEY_CHALLENGE_MS } from '#contract/limits.ts'
import type { DatabaseOrTx } from '../../../db/database.ts'
import { hasChangedRows } from '../../../db/has-changed-rows.ts'
import type { PasskeyAndSecondFactorTables } from '../../../db/login-tables.ts'
import { generateSecret, hashSecret } from '../../../db/secrets.ts'
import { Refusal } from '../../../http/failures.ts'
import { tryParseJson } from '../../../http/try-parse-json.ts'

/** The purpose and the session to which a challenge belongs. A challenge of a login belongs to no session. */
export interface ChallengeBinding {
  purpose: PasskeyAndSecondFactorTables['passkey_challenges']['purpose']
  sessionId: string | null
}

export const loginChallengeBinding: ChallengeBinding = { purpose: 'login', sessionId: null }

/** Stores a new challenge for one response, and deletes the expired challenges. @returns its bytes */
export async function createChallenge(
  db: DatabaseOrTx,
  { purpose, sessionId }: ChallengeBinding,
): Promise<Uint8Array<ArrayBuffer>> {
  const now = Date.now()
  const challenge = generateSecret()
  await db.deleteFrom('passkey_challenges').where('expires_at', '<=', now).execute()
  await db
    .insertInto('passkey_challenges')
    .values({ hash: hashSecret(challenge), purpose, session_id: sessionId, expires_at: now + PASSKEY_CHALLENGE_MS })
    .execute()
  return Uint8Array.from(Buffer.from(challenge, 'base64url'))
}

/**
 * Checks and uses up the challenge that a response has signed.
 * @param clientDataJSON the client data of the response (WebAuthn 5.8.1), in base64url
 * @returns the challenge
 * @throws {Refusal} passkey_refused when the challenge was created for another use, was used before or has expired;
 * also when the response comes from a frame of another site
 */
export async function verifyAndConsumeChallenge(
  db: DatabaseOrTx,
  clientDataJSON: string,
  { purpose, sessionId }: ChallengeBinding,
): Promise<string> {
  const clientData = tryParseJson(Buffer.from(clientDataJSON, 'base64url').toString())
  const { challenge, crossOrigin } = Object(clientData) as Record<string, unknown>
  if (typeof challenge !== 'string' || crossOrigin === true) throw new Refusal('passkey_refused')
  const used = db
    .deleteFrom('passkey_challenges')
    .where('hash', '=', hashSecret(challenge))
    .where('purpose', '=', purpose)
    .where('session_id', sessionId === null ? 'is' : '=', sessionId)
    .where('expires_at', '>', Date.now())
  if (!(await hasChangedRows(used))) throw new Refusal('passkey_refused')
  return challenge
}
