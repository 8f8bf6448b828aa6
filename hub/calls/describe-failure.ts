import { HubError } from '../errors.ts'
import type { Close } from '../protocols/messages.ts'
import type { CloseOptions } from '../routing/local-connections.ts'

/**
 * Returns the error text for a client, in the form of ASP.NET Core: `summary`, followed by the message of a HubError,
 * or of any error when `detailedErrors` is on.
 */
export function describeFailure(summary: string, error: unknown, detailedErrors: boolean): string {
  if (error instanceof HubError) return `${summary} HubException: ${error.message}`
  if (!detailedErrors) return summary
  return error instanceof Error ? `${summary} ${error.name}: ${error.message}` : `${summary} ${String(error)}`
}

/** Returns the Close message for a connection that ends, with an error, a reason or neither. */
export function createCloseMessage(
  error: Error | undefined,
  { allowReconnect, reason }: CloseOptions,
  detailedErrors: boolean,
): Close {
  const text = error ? describeFailure('Connection closed with an error.', error, detailedErrors) : reason
  return { type: 7, allowReconnect, ...(text !== undefined && { error: text }) }
}
