import type { ErrorCode } from '#contract/errors.ts'
import type { Problem } from '../problem.ts'

/** Why something came to nothing, in words for people. */
export class Failure extends Error implements Problem {
  readonly code: ErrorCode | null

  constructor(message: string, code: ErrorCode | null = null) {
    super(message)
    this.code = code
  }
}
