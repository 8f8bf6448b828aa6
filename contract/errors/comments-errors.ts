import type { ErrorDefinitions } from './error-texts.ts'

export const commentsErrors = {
  comment_empty: { status: 400, message: 'There is nothing in that comment. Write something first.' },
  comment_too_long: { status: 400, message: 'That comment is too long. Use at most 5,000 characters.' },
  comment_changed: {
    status: 409,
    message: 'The author has changed this comment since you looked. Read it again, then decide.',
  },
  edit_over: {
    status: 403,
    message: 'A comment can be changed for ten minutes. Write another one, or delete this one.',
  },
} as const satisfies ErrorDefinitions
