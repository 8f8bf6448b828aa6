import { defineErrors } from './error-texts.ts'

/** The errors of the mails about new pages. */
export const newsletterErrors = {
  ...defineErrors(400, {
    import_empty: 'There is no email address in that file. Choose a CSV file with one address on each line.',
  }),
  ...defineErrors(413, { import_too_large: 'That file is too large. Import at most 10,000 lines and 1 MB at once.' }),
  ...defineErrors(409, {
    newsletter_unavailable:
      'This site cannot send mail at the moment. Follow its RSS feed instead, or come back later.',
  }),
}
