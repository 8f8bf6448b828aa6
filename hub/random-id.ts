import { randomBytes } from 'node:crypto'

/** Returns 128 random bits, which cannot be guessed. */
export function createRandomId(): string {
  return randomBytes(16).toString('base64url')
}
