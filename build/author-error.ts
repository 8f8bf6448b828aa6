/** An error in a file of the author. The message names the file, the line and what to change. */
export class AuthorError extends Error {
  override name = 'AuthorError'
}
