import { domainToASCII } from 'node:url'
import { EMAIL_LENGTH_MAX } from '#contract/limits.ts'

/** RFC 6531 3.3: a dot-atom, letters of any script. Quoted forms are left out: nobody has one, and they hide blanks. */
const localPart = /^[\p{L}\p{M}\p{N}!#$%&'*+\-/=?^_`{|}~]+(\.[\p{L}\p{M}\p{N}!#$%&'*+\-/=?^_`{|}~]+)*$/u
/** As typed, in any script: the conversion to ASCII would drop blanks and cut at slashes. */
const typedDomain = /^[\p{L}\p{M}\p{N}.-]+$/u
const domainName = /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$/
const LOCAL_PART_BYTES_MAX = 64

/**
 * The form in which two spellings of one address are the same: without blanks around it, normalised, in small letters,
 * the domain in ASCII. Mail never goes to this, only to the address as its owner confirmed it.
 * @returns null when it is no address
 */
export function emailKey(email: string): string | null {
  const text = email.trim().normalize('NFC')
  const at = text.lastIndexOf('@')
  const local = text.slice(0, Math.max(at, 0)).toLowerCase()
  const typed = text.slice(at + 1)
  const domain = typedDomain.test(typed) ? domainToASCII(typed) : ''
  if (!localPart.test(local) || Buffer.byteLength(local) > LOCAL_PART_BYTES_MAX || !domainName.test(domain)) return null
  const key = `${local}@${domain}`
  return Buffer.byteLength(key) > EMAIL_LENGTH_MAX ? null : key
}
