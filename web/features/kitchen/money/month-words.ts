const format = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' })

/** A month as people say it: 2026-11 is "November 2026". */
export const monthWords = (month: string): string => format.format(Date.parse(`${month}-01T00:00Z`))
