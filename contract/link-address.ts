import { LINK_ADDRESS_LENGTH_MAX } from './limits.ts'

/**
 * Matches characters that are never allowed: whitespace, control characters, characters that change the text direction,
 * and the backslash, which browsers read as a slash.
 */
const never = /[\s\p{Cc}\p{Cf}\\]/u
/** Matches a path of this site: one leading slash, and no dot segments, since `/.//x` would become `//x`. */
const ofThisSite = /^\/(?!\/)(?!(.*\/)?(\.|%2e){1,2}([/?#]|$))/i
/** Matches an http or https URL without user name and password. */
const ofTheWeb = /^https?:\/\/[^/?#@]+([/?#]|$)/i

/**
 * Returns whether a link written by an admin is allowed: an http or https URL, or a path of this site with exactly one
 * leading slash. Links that a browser or router could read as a script or another site are refused.
 */
export const isAllowedLinkAddress = (address: string): boolean =>
  address.length <= LINK_ADDRESS_LENGTH_MAX &&
  !never.test(address) &&
  (ofThisSite.test(address) || ofTheWeb.test(address))
