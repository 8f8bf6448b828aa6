/** The maximum number of combining marks on one letter. No real text has more (UAX #15 14.1). */
const MARKS_MAX = 30
const surplus = new RegExp(`(\\p{M}{${MARKS_MAX}})\\p{M}+`, 'gu')

/**
 * Normalizes a text to Unicode NFC. More than thirty marks on one letter are dropped first, because normalizing sorts
 * marks in quadratic time.
 */
export const normalizeText = (text: string): string => text.replace(surplus, '$1').normalize('NFC')

/**
 * Normalizes a typed code, such as a postcode. Letters and digits of full width, which Japanese keyboards write, become
 * normal ones, and each kind of dash becomes a hyphen.
 */
export const normalizeCode = (code: string): string =>
  // A Japanese keyboard can also write the dash as a minus sign or as the long vowel sign.
  code.normalize('NFKC').replace(/[\p{Pd}\u2212\u30FC]/gu, '-')
