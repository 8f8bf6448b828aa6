import { type ErrorCode, errors } from '#contract/errors.ts'
import { FetchFailed } from './api.ts'

/** What to say of an answer that never came, where there is no more to say. */
export const UNREACHABLE = 'The site cannot be reached. Check your connection, then try again.'

/** What a refusal says: its code, where it has one, and words for people. */
export interface Problem {
  code: ErrorCode | null
  message: string
}

/** Why a call has failed, in words for people. */
export class ApiError extends Error implements Problem {
  override name = 'ApiError'
  readonly code: ErrorCode | null
  /** The status of the response; 0 where none came. */
  readonly status: number

  constructor({ code, message }: Problem, status: number) {
    super(message)
    this.code = code
    this.status = status
  }
}

const codeOf = (code: unknown): ErrorCode | null =>
  typeof code === 'string' && Object.hasOwn(errors, code) ? (code as ErrorCode) : null

/**
 * What to tell somebody of a call that has failed.
 * @param error what the call has thrown
 * @param offline the words for an answer that never came
 */
export async function problemOf(error: unknown, offline: string): Promise<Problem> {
  if (error instanceof FetchFailed) return problemIn(error.response)
  return error instanceof ApiError && error.status > 0 ? error : { code: null, message: offline }
}

/** Returns what a failed response says, in JSON or in plain text (S7.05, S7.06), whether or not our server has sent it. */
export async function problemIn(response: Response): Promise<Problem> {
  const text = await response.text().catch(() => '')
  const plain = codeOf(response.headers.get('x-error-code'))
  if (plain) return { code: plain, message: text }
  try {
    const { code, message } = JSON.parse(text)
    if (typeof message === 'string') return { code: codeOf(code), message }
  } catch {
    // S8.01, S8.02: the text of the server. A page of HTML is for no form: a proxy in between has sent it.
    const message = text.trim()
    if (message && !message.startsWith('<')) return { code: null, message }
  }
  return { code: null, message: errors.internal.message }
}

/** Returns what to tell somebody of an error; undefined while there is none. */
export function messageOf(error: unknown): string | undefined {
  if (!error) return
  return error instanceof ApiError ? error.message : 'Something went wrong on this page. Reload it, then try again.'
}
