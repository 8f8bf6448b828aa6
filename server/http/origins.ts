/** The site's own origins, the first of them the main one. The Host header of a request is never trusted. */
export type OwnOriginList = readonly [string, ...string[]]

/**
 * The origins of the native app's pages on Android and on iOS. Their pages may call the API. No redirect and no link
 * leads to these origins, because other apps on a device have the same origins.
 */
export const NATIVE_ORIGINS = ['https://localhost', 'capacitor://localhost'] as const

/** Parses a URL of this site (returnUrl, verificationUrl). Returns null for another site or an invalid URL. */
export function tryParseOwnUrl(address: string, origins: OwnOriginList): URL | null {
  // Browsers drop tabs and line breaks, and read a backslash as a slash; no valid URL contains one of these.
  if (/[\s\\\p{Cc}]/u.test(address) || !URL.canParse(address)) return null
  const url = new URL(address)
  return origins.includes(url.origin) && url.username === '' && url.password === '' ? url : null
}

/** Returns `origin` when it is one of the site's own, otherwise the main one. */
export function chooseOwnOrigin(origin: string | null, origins: OwnOriginList): string {
  return origins.find((own) => own === origin) ?? origins[0]
}
