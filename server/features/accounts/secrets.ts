import { createHash, createHmac, randomBytes } from 'node:crypto'

/** A secret nobody can guess: 256 bits, fit for an address. */
export const newSecret = (): string => randomBytes(32).toString('base64url')

/** The form in which a secret is kept: having it does not give the secret. */
export const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('base64url')

/** A secret that follows from another one and a key, the same each time. */
export const derivedSecret = (key: string, secret: string): string =>
  createHmac('sha256', key).update(secret).digest('base64url')
