/** Parses a whole number from 0; null when the text is empty or is not such a number. */
export const parseCount = (text: string): number | null => (/^\s*\d{1,7}\s*$/.test(text) ? Number(text) : null)

/** Formats a number for an input. Null gives an empty text. */
export const formatCount = (count: number | null): string => (count === null ? '' : String(count))
