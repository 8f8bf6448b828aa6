import { createHash, createHmac, randomBytes } from 'node:crypto'

/** Returns a secret of 256 bits with characters that are safe in URLs. */
export const generateSecret = (): string => randomBytes(32).toString('base64url')

/** Returns the stored form of a secret, which does not reveal the secret. */
export const hashSecret = (secret: string): string => createHash('sha256').update(secret).digest('base64url')

/** Derives a secret from a key and another secret. */
export const deriveSecret = (key: string, secret: string): string =>
  createHmac('sha256', key).update(secret).digest('base64url')
