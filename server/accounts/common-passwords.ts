import { dictionary } from '@zxcvbn-ts/language-common'
import { site } from '#site'

const common = new Set([...dictionary['passwords-common'], site.name].map((word) => word.toLowerCase()))
const DIFFERENT_CHARACTERS_MIN = 4

/**
 * Whether a password is among the 49,000 most common ones, is one of them with digits and signs around it, or repeats a
 * few characters (S5.02).
 */
export function isCommonPassword(password: string): boolean {
  const plain = password.trim().toLowerCase()
  const letters = plain.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '')
  return common.has(plain) || common.has(letters) || new Set(plain).size < DIFFERENT_CHARACTERS_MIN
}
