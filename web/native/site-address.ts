import { siteOrigin } from '../device/native.ts'

/** Returns path, query and fragment of an address of the site or of the app's files; null for other sites. */
export function toSitePath(address: string): string | null {
  const url = URL.parse(address)
  // On iOS, url.origin is opaque for the scheme of the app's files.
  if (!url || ![location.origin, siteOrigin()].includes(`${url.protocol}//${url.host}`)) return null
  // Tokens of a provider's login work only in the browser that started it (S2.31), and must not be in a history.
  url.searchParams.delete('token')
  url.searchParams.delete('refreshtoken')
  return url.pathname + url.search + url.hash
}
