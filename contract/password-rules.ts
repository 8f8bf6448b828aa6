import type { ErrorCode } from './errors.ts'
import { PASSWORD_LENGTH } from './limits.ts'

/** What a new password can be refused with, wherever one is chosen (S5.02). */
export const passwordProblems = [
  'password_too_short',
  'password_too_long',
  'password_guessable',
  'password_is_email',
] as const satisfies ErrorCode[]

/**
 * What is wrong with a new password, as far as it can be told without a list of common ones (S5.02).
 * @returns a code of errors.ts, or null when nothing is
 */
export function findPasswordProblem(password: string, email: string): ErrorCode | null {
  const length = [...password].length
  if (length < PASSWORD_LENGTH.min) return 'password_too_short'
  if (length > PASSWORD_LENGTH.max) return 'password_too_long'
  const [plain, address] = [password, email].map((text) => text.trim().toLowerCase())
  if (plain === address) return 'password_is_email'
  return null
}
