import { AuthorError } from '../build/author-error.ts'

/** Runs a step. When a file of the author has an error, prints its message and ends the process. */
export async function runOrExitOnAuthorError<T>(step: () => T | Promise<T>): Promise<T> {
  try {
    return await step()
  } catch (error) {
    if (!(error instanceof AuthorError)) throw error
    console.error(error.message)
    process.exit(1)
  }
}
