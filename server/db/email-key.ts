import { domainToASCII } from 'node:url'
import { EMAIL_LENGTH_MAX } from '#contract/limits.ts'

declare const isEmailKey: unique symbol

/**
 * Says whose an email address is: two spellings of one address have one key. Accounts, links, recipients and limits are
 * compared by it and by nothing else. Only emailKey makes one.
 */
export type EmailKey = string & { readonly [isEmailKey]: true }

/** The key of no address: of a link that was not mailed, of an order whose customer was forgotten. */
export const noEmailKey = '' as EmailKey

/** An address as its owner wrote it, which mails go to, and its key. */
export interface Email {
  email: string
  key: EmailKey
}

/** RFC 6531 3.3: a dot-atom, letters of any script. Quoted forms are left out: nobody has one, and they hide blanks. */
const localPart = /^[\p{L}\p{M}\p{N}!#$%&'*+\-/=?^_`{|}~]+(\.[\p{L}\p{M}\p{N}!#$%&'*+\-/=?^_`{|}~]+)*$/u
/** As typed, in any script: the conversion to ASCII would drop blanks and cut at slashes. */
const typedDomain = /^[\p{L}\p{M}\p{N}.-]+$/u
const domainName = /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$/
const LOCAL_PART_BYTES_MAX = 64
/** No longer text is an address in any normal form, and normalizing takes time that grows with the square of some. */
const TYPED_LENGTH_MAX = 4 * EMAIL_LENGTH_MAX

/**
 * Reads an address as it was typed. The key has the local part in small letters without compatibility forms (NFKC), and
 * the domain in ASCII (UTS 46). Mail never goes to the key, only to the address as its owner confirmed it.
 * @returns null when it is no address
 */
export function readEmail(typed: string): Email | null {
  const trimmed = typed.trim()
  if (trimmed.length > TYPED_LENGTH_MAX) return null
  const email = trimmed.normalize('NFC')
  const at = email.lastIndexOf('@')
  const local = email.slice(0, Math.max(at, 0))
  const domain = email.slice(at + 1)
  // Small letters of some scripts compose again.
  const localKey = local.normalize('NFKC').toLowerCase().normalize('NFKC')
  const domainKey = typedDomain.test(domain) ? domainToASCII(domain) : ''
  if (![local, localKey].every(isLocalPart) || !domainName.test(domainKey)) return null
  const key = `${localKey}@${domainKey}`
  return Buffer.byteLength(key) > EMAIL_LENGTH_MAX ? null : { email, key: key as EmailKey }
}

/** Returns the key of an address; null when it is no address. */
export const emailKey = (typed: string): EmailKey | null => readEmail(typed)?.key ?? null

const isLocalPart = (text: string) => localPart.test(text) && Buffer.byteLength(text) <= LOCAL_PART_BYTES_MAX
