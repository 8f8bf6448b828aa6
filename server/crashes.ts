import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { SECOND_MS } from '#contract/limits.ts'

/** How long the end may be put off for a report. */
const LAST_WORDS_MS = 5 * SECOND_MS

/**
 * Reports what nothing has caught, and then ends the process as Node would without this: with the error on stderr and
 * code 1. Who runs the server starts it again; nobody knows what state this one is in.
 */
export function reportCrashes(app: FastifyInstance): void {
  for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(event, async (error: unknown) => {
      app.log.fatal({ err: error }, event === 'uncaughtException' ? 'uncaught exception' : 'unhandled rejection')
      console.error(error)
      const reported = app.reports.serverError(error, { doing: event }).then(app.reports.close)
      await Promise.race([reported, wait(LAST_WORDS_MS)])
      process.exit(1)
    })
  }
}

/** Lets the site go on when nobody reads its log any more, as when the program at the other end of a pipe has ended. */
export function outliveReaders(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
}
