/**
 * Thrown when the database cannot be reached, does not answer in time, or cannot be written. `addFailureHandler` turns
 * it into 503 with `Retry-After`. It is unknown whether the call was committed. The same call may succeed seconds
 * later.
 */
export class DatabaseUnavailableError extends Error {
  /**
   * @param cause the error of the driver or of the file system; the log shows its message after the message of this
   * error
   */
  constructor(cause: unknown) {
    super('The database is unavailable', { cause })
  }
}
