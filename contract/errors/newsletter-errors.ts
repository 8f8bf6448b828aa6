import type { ErrorDefinitions } from './error-texts.ts'

/** The errors of the mails about new pages. */
export const newsletterErrors = {
  import_empty: {
    status: 400,
    message: 'There is no email address in that file. Choose a CSV file with one address on each line.',
  },
  import_too_large: {
    status: 413,
    message: 'That file is too large. Import at most 10,000 lines and 1 MB at once.',
  },
  newsletter_unavailable: {
    status: 409,
    message: 'This site cannot send mail at the moment. Follow its RSS feed instead, or come back later.',
  },
} as const satisfies ErrorDefinitions
