import { defineErrors } from './error-texts.ts'

export const commentsErrors = {
  ...defineErrors(400, {
    comment_empty: 'There is nothing in that comment. Write something first.',
    comment_too_long: 'That comment is too long. Use at most 5,000 characters.',
  }),
  ...defineErrors(409, {
    comment_changed: 'The author has changed this comment since you looked. Read it again, then decide.',
  }),
  ...defineErrors(403, {
    edit_over: 'A comment can be changed for ten minutes. Write another one, or delete this one.',
  }),
}
