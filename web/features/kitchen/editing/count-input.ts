/** Parses a whole number from 0; null when the text is empty or no such number. */
export const parseCount = (text: string): number | null => (/^\s*\d{1,7}\s*$/.test(text) ? Number(text) : null)

/** Formats a number for an input; null is empty. */
export const formatCount = (count: number | null): string => (count === null ? '' : String(count))
