import { getSiteOrigin } from '../../../device/native.ts'

/**
 * Returns the URL of the page that verification mails link to (S2.13).
 * @param search the query of the current page; its `returnTo` is the path to open after the confirmation
 */
export function buildVerificationUrl(search = ''): string {
  const returnTo = new URLSearchParams(search).get('returnTo')
  return `${getSiteOrigin()}/verify-email${returnTo ? `?${new URLSearchParams({ returnTo })}` : ''}`
}
