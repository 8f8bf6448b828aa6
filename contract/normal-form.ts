/** UAX #15 14.1: no text that anybody reads has more marks on one letter. */
const MARKS_MAX = 30
const surplus = new RegExp(`(\\p{M}{${MARKS_MAX}})\\p{M}+`, 'gu')

/**
 * Returns a text in the normal form NFC of Unicode. Marks beyond thirty on one letter are dropped before: normalizing
 * sorts them, which takes time that grows with the square of their number.
 */
export const normalizeText = (text: string): string => text.replace(surplus, '$1').normalize('NFC')
