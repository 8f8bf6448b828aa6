import { accountsErrors } from './errors/accounts-errors.ts'
import { authoringErrors } from './errors/authoring-errors.ts'
import { commentsErrors } from './errors/comments-errors.ts'
import { newsletterErrors } from './errors/newsletter-errors.ts'
import { orderingErrors } from './errors/ordering-errors.ts'
import { pushErrors } from './errors/push-errors.ts'
import { siteErrors } from './errors/site-errors.ts'

/** The body of every failed reply. */
export interface ErrorBody {
  code: ErrorCode
  message: string
}

/**
 * All errors by their codes. In the browser, the list lacks the errors of disabled features (build/features-plugin.ts).
 */
export const errors = {
  ...siteErrors,
  ...accountsErrors,
  ...commentsErrors,
  ...newsletterErrors,
  ...pushErrors,
  ...orderingErrors,
  ...authoringErrors,
}

export type ErrorCode = keyof typeof errors
