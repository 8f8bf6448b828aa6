import { domainToASCII } from 'node:url'
import { EMAIL_LENGTH_MAX } from '#contract/limits.ts'

declare const isEmailKey: unique symbol

/**
 * Identifies the owner of an email address: two spellings of one address have the same key. Accounts, links, recipients
 * and limits are compared by the key and by nothing else. Only `tryParseEmailKey` and `tryParseEmail` create keys.
 */
export type EmailKey = string & { readonly [isEmailKey]: true }

/** The key of a row without an email address: a link that was not mailed, or an order whose customer was erased. */
export const emptyEmailKey = '' as EmailKey

/** An email address as its owner wrote it, and its key. Mail is sent to the address, not to the key. */
export interface EmailWithKey {
  email: string
  key: EmailKey
}

/**
 * The part before the @ (RFC 6531 3.3): a dot-atom with letters of any script. Quoted forms are refused: they are
 * hardly used, and can contain blanks.
 */
const localPart = /^[\p{L}\p{M}\p{N}!#$%&'*+\-/=?^_`{|}~]+(\.[\p{L}\p{M}\p{N}!#$%&'*+\-/=?^_`{|}~]+)*$/u
/**
 * The form of a domain before its conversion to ASCII. It is checked first, because the conversion would drop blanks
 * and cut at slashes.
 */
const rawDomain = /^[\p{L}\p{M}\p{N}.-]+$/u
const domainName = /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$/
const LOCAL_PART_BYTES_MAX = 64
/** The maximum length before normalization, whose time can be quadratic. No form of a valid address is longer. */
const RAW_LENGTH_MAX = 4 * EMAIL_LENGTH_MAX

/**
 * Parses an email address. The key has the local part in small letters without compatibility forms (NFKC), and the
 * domain in ASCII (UTS 46). Mail never goes to the key, only to the address as its owner confirmed it.
 * @returns null for an invalid address
 */
export function tryParseEmail(text: string): EmailWithKey | null {
  const trimmed = text.trim()
  if (trimmed.length > RAW_LENGTH_MAX) return null
  const email = trimmed.normalize('NFC')
  const at = email.lastIndexOf('@')
  const local = email.slice(0, Math.max(at, 0))
  const domain = email.slice(at + 1)
  // In some scripts, the result of `toLowerCase` is not normalized any more, so it is normalized again.
  const localKey = local.normalize('NFKC').toLowerCase().normalize('NFKC')
  const domainKey = rawDomain.test(domain) ? domainToASCII(domain) : ''
  if (![local, localKey].every(isLocalPart) || !domainName.test(domainKey)) return null
  const key = `${localKey}@${domainKey}`
  return Buffer.byteLength(key) > EMAIL_LENGTH_MAX ? null : { email, key: key as EmailKey }
}

/** Returns the key of an email address; null for an invalid one. */
export const tryParseEmailKey = (text: string): EmailKey | null => tryParseEmail(text)?.key ?? null

const isLocalPart = (text: string) => localPart.test(text) && Buffer.byteLength(text) <= LOCAL_PART_BYTES_MAX
