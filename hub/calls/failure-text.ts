import { HubError } from '../errors.ts'
import type { Close } from '../protocols/messages.ts'

/**
 * What a client is told of an exception, in the form of ASP.NET Core: `what` alone, with the words of a HubError, or
 * with those of any error where `detailedErrors` is on. All others are reported to the application.
 */
export function failureText(
  what: string,
  error: unknown,
  { detailedErrors, report }: { detailedErrors: boolean; report: (error: unknown) => void },
): string {
  if (error instanceof HubError) return `${what} HubException: ${error.message}`
  report(error)
  if (!detailedErrors) return what
  return error instanceof Error ? `${what} ${error.name}: ${error.message}` : `${what} ${String(error)}`
}

/** The goodbye to a client whose connection ends for `error`, if for any. The application hears of the error elsewhere. */
export function closeMessage(
  error: Error | undefined,
  { detailedErrors, allowReconnect }: { detailedErrors: boolean; allowReconnect: boolean },
): Close {
  if (!error) return { type: 7, allowReconnect }
  const text = failureText('Connection closed with an error.', error, { detailedErrors, report: () => {} })
  return { type: 7, error: text, allowReconnect }
}
