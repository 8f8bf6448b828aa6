/** Where the browser tests' programs listen on 127.0.0.1. */
export const ports = { site: 3917, smtp: 3918, google: 3919, microsoft: 3920 } as const

/** Where the mail server puts what it is given. */
export const mailFolder = 'test-results/mail'
/** Where the site keeps its data. */
export const dataFolder = 'test-results/data'
