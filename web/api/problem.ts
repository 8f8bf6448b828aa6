import { type ErrorCode, errors } from '#contract/errors.ts'
import { FailedResponseError } from './api.ts'

/** The message when no response arrives. */
export const UNREACHABLE_MESSAGE = 'The site cannot be reached. Check your connection, then try again.'

/** A refusal: its code, if it has one, and its message for the user. */
export interface Problem {
  code: ErrorCode | null
  message: string
}

/** A failed call, with a message for the user. */
export class ApiError extends Error implements Problem {
  override name = 'ApiError'
  readonly code: ErrorCode | null
  /** The status of the response; 0 when none arrived. */
  readonly status: number

  constructor({ code, message }: Problem, status: number) {
    super(message)
    this.code = code
    this.status = status
  }
}

/** Returns the error of a refusal that the page itself finds out, with the message of its code. */
export const createApiError = (code: ErrorCode): ApiError =>
  new ApiError({ code, message: errors[code].message }, errors[code].status)

const codeOf = (code: unknown): ErrorCode | null =>
  typeof code === 'string' && Object.hasOwn(errors, code) ? (code as ErrorCode) : null

/**
 * Returns the problem of a failed call.
 * @param error thrown by the call
 * @param offline the message when no response arrived
 */
export async function readProblem(error: unknown, offline = UNREACHABLE_MESSAGE): Promise<Problem> {
  if (error instanceof FailedResponseError) return readResponseProblem(error.response)
  return error instanceof ApiError && error.status > 0 ? error : { code: null, message: offline }
}

/** Reads the problem of a failed response in JSON or plain text (S7.05, S7.06), even when a proxy sent the response. */
export async function readResponseProblem(response: Response): Promise<Problem> {
  const text = await response.text().catch(() => '')
  const plain = codeOf(response.headers.get('x-error-code'))
  if (plain) return { code: plain, message: text }
  try {
    const { code, message } = JSON.parse(text)
    if (typeof message === 'string') return { code: codeOf(code), message }
  } catch {
    // S8.01, S8.02: a plain-text body is the server's message. HTML comes from a proxy and is not shown in a form.
    const message = text.trim()
    if (message && !message.startsWith('<')) return { code: null, message }
  }
  return { code: null, message: errors.internal.message }
}

/**
 * Returns whether a status means that a repeated request would be refused too. An expired session (401), a timeout
 * (408) and a rate limit (429) are temporary.
 */
export const isFinalRefusalStatus = (status: number): boolean =>
  status >= 400 && status < 500 && ![401, 408, 429].includes(status)

/** Returns the message of an error; undefined without an error. */
export function getErrorMessage(error: unknown): string | undefined {
  if (!error) return
  return error instanceof ApiError ? error.message : 'Something went wrong on this page. Reload it, then try again.'
}

/**
 * Returns a function for `catch`. For a refusal with this status, the function returns `result`. It throws any other
 * error again.
 */
export const createStatusCatchHandler =
  <T>(status: number, result: T) =>
  (error: unknown): T => {
    if (error instanceof ApiError && error.status === status) return result
    throw error
  }

/** For `catch`: returns null when the server answered 404, and throws any other error again. */
export const catchNotFoundAsNull = createStatusCatchHandler(404, null)
