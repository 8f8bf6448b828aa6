import { chooseOwnOrigin, type SiteOrigins } from '../../../http/origins.ts'

/** Loads the library on first use, because it takes time and memory that most starts do not need. */
export const loadWebAuthn = () => import('@simplewebauthn/server')

/** Returns the relying party id of the calling page: the host of its origin (WebAuthn 5.1.3). */
export const toRelyingPartyId = (origin: string | null, origins: SiteOrigins): string =>
  new URL(chooseOwnOrigin(origin, origins)).hostname

/** Returns the origins and relying party ids whose responses the site accepts. */
export const toExpectedParties = (origins: SiteOrigins) => ({
  expectedOrigin: [...origins],
  expectedRPID: origins.map((origin) => new URL(origin).hostname),
})

/**
 * Removes the attestation statement of a new passkey (WebAuthn 6.5), because the site asks for none. To check a
 * statement, the library requests the addresses that its certificates name, before it knows who has signed them.
 */
export async function removeAttestationStatement(attestationObject: string): Promise<string> {
  const { decodeAttestationObject, isoBase64URL, isoCBOR } = await import('@simplewebauthn/server/helpers')
  const authData = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject)).get('authData')
  const entries = { fmt: 'none', attStmt: new Map<string, never>(), authData }
  return isoBase64URL.fromBuffer(isoCBOR.encode(new Map(Object.entries(entries))))
}
