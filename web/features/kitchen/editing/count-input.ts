/** Parses a whole number of up to seven digits; null when the text is empty or not such a number. */
export const parseCountInput = (text: string): number | null => (/^\s*\d{1,7}\s*$/.test(text) ? Number(text) : null)

/** Formats a whole number for an input. Null gives an empty text. */
export const formatCountInput = (count: number | null): string => (count === null ? '' : String(count))
