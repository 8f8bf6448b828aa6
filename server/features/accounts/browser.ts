import { REFRESH_TOKEN_MS, SECOND_MS } from '#contract/limits.ts'
import { hasRow } from '../../db/count-query-rows.ts'
import type { DatabaseOrTx } from '../../db/database.ts'
import { hashSecret } from '../../db/secrets.ts'
import type { ClientDetails } from '../../http/client.ts'

/**
 * The cookie that identifies a browser. Tokens of a session that began in a browser work only together with the cookie.
 * The cookie alone gives access to nothing. With the prefix `__Host-` (RFC 6265bis 4.1.3.2), no other host and no page
 * without https can set the cookie.
 */
const SECURE_COOKIE = '__Host-browser'
/** The name of the cookie on sites without https, where browsers refuse the prefix. */
const PLAIN_COOKIE = 'browser'

const secretIn = (cookie = ''): string | undefined => /^[\w-]{43}$/.exec(cookie)?.[0]

/** Returns the hash of the browser cookie in a request, as the database stores it; null without a valid cookie. */
export function readBrowserCookieHash(cookies: ClientDetails['cookies']): string | null {
  const secret = secretIn(cookies[SECURE_COOKIE]) ?? secretIn(cookies[PLAIN_COOKIE])
  return secret === undefined ? null : hashSecret(secret)
}

/**
 * Returns whether a request with these cookies may use a session or a token. @param browser the hash of the browser
 * cookie to which the session or token is bound; null when every browser may use it
 */
export const matchesBrowserBinding = (cookies: ClientDetails['cookies'], browser: string | null): boolean =>
  browser === null || browser === readBrowserCookieHash(cookies)

/**
 * Sets the cookie for as long as a refresh token lives. A browser that has the cookie keeps its value, so that all
 * sessions of the browser share it.
 * @param newSecret the value for a browser without a cookie
 * @returns the hash of the cookie; null for a client that is not a page of this server, and so gets no cookie
 */
export function setBrowserCookie(client: ClientDetails, newSecret: string): string | null {
  if (!client.isOwnPage) return null
  const { [SECURE_COOKIE]: secure, [PLAIN_COOKIE]: plain } = client.cookies
  // Other hosts of the domain may have set the plain cookie, so its value is not used over https.
  const secret = secretIn(secure) ?? (isSecure(client) ? undefined : secretIn(plain)) ?? newSecret
  setCookie(client, secret, REFRESH_TOKEN_MS / SECOND_MS)
  return hashSecret(secret)
}

/** Removes the cookie unless an open session of the browser needs it. */
export async function clearUnusedBrowserCookie(db: DatabaseOrTx, client: ClientDetails): Promise<void> {
  const browser = readBrowserCookieHash(client.cookies)
  if (browser === null || !client.isOwnPage) return
  const open = db.selectFrom('sessions').where('revoked_at', 'is', null).where('expires_at', '>', Date.now())
  if (!(await hasRow(open.where('browser', '=', browser)))) setCookie(client, '', 0)
}

const isSecure = ({ origin }: ClientDetails) => origin?.startsWith('https:') === true

function setCookie(client: ClientDetails, value: string, maxAge: number): void {
  const secure = isSecure(client)
  const options = { path: '/', httpOnly: true, sameSite: 'strict', secure, maxAge } as const
  client.setCookie(secure ? SECURE_COOKIE : PLAIN_COOKIE, value, options)
}
