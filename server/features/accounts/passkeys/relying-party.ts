import type { CBORType } from '@levischuck/tiny-cbor'
import { chooseOwnOrigin, type OwnOriginList } from '../../../http/origins.ts'

/** Loads the library on first use, because it takes time and memory that most starts do not need. */
export const loadWebAuthn = () => import('@simplewebauthn/server')

/** Returns the relying party id of the calling page: the host of its origin (WebAuthn 5.1.3). */
export const toRelyingPartyId = (origin: string | null, origins: OwnOriginList): string =>
  new URL(chooseOwnOrigin(origin, origins)).hostname

/** Returns the origins and relying party ids whose responses the site accepts. */
export const toExpectedParties = (origins: OwnOriginList) => ({
  expectedOrigin: [...origins],
  expectedRPID: origins.map((origin) => new URL(origin).hostname),
})

/**
 * Removes the attestation statement of a new passkey (WebAuthn 6.5), because the site asks for none. To check a
 * statement, the library requests URLs from its certificates, before it has checked their signatures.
 */
export async function removeAttestationStatement(attestationObject: string): Promise<string> {
  const { decodeCBOR, encodeCBOR } = await import('@levischuck/tiny-cbor')
  const given = decodeCBOR(new Uint8Array(Buffer.from(attestationObject, 'base64url')))
  if (!(given instanceof Map)) throw new TypeError('The attestation object is no map.')
  const authData = given.get('authData')
  if (!(authData instanceof Uint8Array)) throw new TypeError('The attestation object has no authData.')
  const entries: [string, CBORType][] = [
    ['fmt', 'none'],
    ['attStmt', new Map()],
    ['authData', authData],
  ]
  return Buffer.from(encodeCBOR(new Map(entries))).toString('base64url')
}
