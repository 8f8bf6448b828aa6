import { type Origins, ownOrigin } from '../../../http/origins.ts'

/** Loads the library on first use, because it takes time and memory that most starts do not need. */
export const loadWebAuthn = () => import('@simplewebauthn/server')

/** Returns the relying party id of the calling page: the host of its origin (WebAuthn 5.1.3). */
export const relyingPartyOf = (origin: string | null, origins: Origins): string =>
  new URL(ownOrigin(origin, origins)).hostname

/** Returns the origins and relying party ids whose responses the site accepts. */
export const expectedParties = (origins: Origins) => ({
  expectedOrigin: [...origins],
  expectedRPID: origins.map((origin) => new URL(origin).hostname),
})
