/** The maximum number of combining marks on one letter. No real text has more (UAX #15 14.1). */
const MARKS_MAX = 30
const surplus = new RegExp(`(\\p{M}{${MARKS_MAX}})\\p{M}+`, 'gu')

/**
 * Normalizes a text to Unicode NFC. More than thirty marks on one letter are dropped first, because normalizing sorts
 * marks in quadratic time.
 */
export const normalizeText = (text: string): string => text.replace(surplus, '$1').normalize('NFC')
