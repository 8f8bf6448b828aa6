const format = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' })

/** Formats a month: 2026-11 is "November 2026". */
export const formatMonth = (month: string): string => format.format(Date.parse(`${month}-01T00:00Z`))
