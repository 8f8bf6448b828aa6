/** An error in a file of the author. The message names the file and the line, and says what to change. */
export class AuthorError extends Error {
  override name = 'AuthorError'
}
