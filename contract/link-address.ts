import { ADDRESS_LENGTH_MAX } from './limits.ts'

/** Blanks, control characters, what turns the direction of writing around, and the backslash, which browsers take for a slash. */
const never = /[\s\p{Cc}\p{Cf}\\]/u
/** Of a page of this site: one slash, and no dots instead of a folder's name, by which `/.//x` would become `//x`. */
const ofThisSite = /^\/(?!\/)(?!(.*\/)?(\.|%2e){1,2}([/?#]|$))/i
/** Of the web, without a name and password before the host. */
const ofTheWeb = /^https?:\/\/[^/?#@]+([/?#]|$)/i

/**
 * Whether a link that an admin has written may lead there: to the web, or to a page of this site, which begins with exactly
 * one slash. What a browser or a router could take for a script or for another site may not.
 */
export const isLinkAddress = (address: string): boolean =>
  address.length <= ADDRESS_LENGTH_MAX && !never.test(address) && (ofThisSite.test(address) || ofTheWeb.test(address))
