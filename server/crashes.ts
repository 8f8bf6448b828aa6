import type { Writable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { SECOND_MS } from '#contract/limits.ts'

/** The longest time that a report may delay the end of the process. */
const LAST_REPORT_MS = 5 * SECOND_MS

/**
 * Reports an uncaught error, then ends the process as Node would: the error on stderr and code 1. The process must not
 * continue in an unknown state. Its supervisor starts it again.
 */
export function reportCrashes(app: FastifyInstance): void {
  for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(event, async (error: unknown) => {
      app.log.fatal({ err: error }, event === 'uncaughtException' ? 'uncaught exception' : 'unhandled rejection')
      console.error(error)
      const reported = app.reports.serverError(error, { operation: event }).then(app.reports.close)
      await Promise.race([reported, wait(LAST_REPORT_MS)])
      process.exit(1)
    })
  }
}

/** Keeps the process running when the program that reads its output from a pipe has ended. */
export function ignoreClosedOutput(...streams: Writable[]): void {
  for (const stream of streams) stream.on('error', () => {})
}
