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
