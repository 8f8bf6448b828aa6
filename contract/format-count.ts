/** Formats a number of things: "1 error", "3 errors". */
export const formatCountWithNoun = (count: number, singular: string, plural: string): string =>
  `${count} ${count === 1 ? singular : plural}`
