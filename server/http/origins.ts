/** The site's own origins, the first of them its proper one: nothing that a request says of its host is believed. */
export type Origins = readonly [string, ...string[]]

/**
 * Where the pages of the native app are, on Android and on iOS. They may call, but nobody is sent there: the other apps
 * of a device have the same origins, and no link leads to them.
 */
export const NATIVE_ORIGINS = ['https://localhost', 'capacitor://localhost'] as const

/**
 * An address that somebody wants to be sent to, when it is on this site (returnUrl, verificationUrl).
 * @returns the parsed address, or null when it is anybody else's or none
 */
export function ownAddress(address: string, origins: Origins): URL | null {
  // Browsers drop tabs and line breaks, and take a backslash for a slash: no honest address has either.
  if (/[\s\\\p{Cc}]/u.test(address) || !URL.canParse(address)) return null
  const url = new URL(address)
  return origins.includes(url.origin) && url.username === '' && url.password === '' ? url : null
}

/** The origin that a page of the site called from, or the proper one. */
export function ownOrigin(origin: string | null, origins: Origins): string {
  return origins.find((own) => own === origin) ?? origins[0]
}
