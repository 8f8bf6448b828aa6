import { ADDRESS_LENGTH_MAX } from './limits.ts'

/** Blanks, control characters, what turns the direction of writing around, and the backslash, which browsers take for a slash. */
const never = /[\s\p{Cc}\p{Cf}\\]/u

/**
 * Whether a link that an admin has written may lead there: to the web, or to a page of this site, which begins with exactly
 * one slash. What a browser or a router could take for a script or for another site may not.
 */
export function isLinkAddress(address: string): boolean {
  if (address.length > ADDRESS_LENGTH_MAX || never.test(address)) return false
  return address.startsWith('/') ? isOfThisSite(address) : isOfTheWeb(address)
}

function isOfThisSite(address: string): boolean {
  const { origin } = new URL('https://this.site')
  const url = URL.parse(address, origin)
  // `/.//x` has the path `//x`, which a router may well go to as another site.
  return url?.origin === origin && !address.startsWith('//') && !url.pathname.startsWith('//')
}

function isOfTheWeb(address: string): boolean {
  const url = URL.parse(address)
  return url !== null && /^https?:\/\/[^/]/i.test(address) && url.username === '' && url.password === ''
}
