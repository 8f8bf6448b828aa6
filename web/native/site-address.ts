import { siteOrigin } from '../device/native.ts'

/** The path, query and fragment of an address of the site, or of the app's own files; null for any other site's. */
export function toSitePath(address: string): string | null {
  const url = URL.parse(address)
  // Not url.origin, which is opaque for the scheme of the app's files on iOS.
  if (!url || ![location.origin, siteOrigin()].includes(`${url.protocol}//${url.host}`)) return null
  // Tokens of a provider's login are good in the browser that asked for them (S2.31), and have no place in a history.
  url.searchParams.delete('token')
  url.searchParams.delete('refreshtoken')
  return url.pathname + url.search + url.hash
}
