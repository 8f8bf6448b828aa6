/** Thrown for an invalid answer. The message says why it is invalid, and what can be entered. */
export class AnswerError extends Error {
  override name = 'AnswerError'
}
