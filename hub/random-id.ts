import { randomBytes } from 'node:crypto'

/** Returns 128 random bits as base64url text. Nobody can guess such an id. */
export function createRandomId(): string {
  return randomBytes(16).toString('base64url')
}
