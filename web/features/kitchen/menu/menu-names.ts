/** A word as a label begins. */
export const capitalised = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)
