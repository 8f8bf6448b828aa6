import type { ErrorCode } from './errors.ts'
import { PASSWORD_LENGTH_RANGE } from './limits.ts'

/** The reasons to refuse a new password (S5.02). */
export const passwordProblemCodes = [
  'password_too_short',
  'password_too_long',
  'password_guessable',
  'password_leaked',
  'password_is_email',
] as const satisfies ErrorCode[]

/**
 * Checks a new password by all rules except the lists of guessable and leaked passwords (S5.02).
 * @returns a code of errors.ts, or null for an acceptable password
 */
export function findPasswordProblem(password: string, email: string): ErrorCode | null {
  const length = [...password].length
  if (length < PASSWORD_LENGTH_RANGE.min) return 'password_too_short'
  if (length > PASSWORD_LENGTH_RANGE.max) return 'password_too_long'
  const [plain, address] = [password, email].map((text) => text.trim().toLowerCase())
  if (plain === address) return 'password_is_email'
  return null
}
