import { createHash } from 'node:crypto'
import leaked from './leaked-passwords.json' with { type: 'json' }

/**
 * The length of a stored hash in bytes. About one in 37,000 passwords that have not leaked has the same hash as a
 * leaked password, and is refused.
 */
const HASH_BYTES = 4

/** Encodes a set of passwords for `createLeakedPasswordCheck`: their hashes in ascending order, as base64. */
export function encodeLeakedPasswords(passwords: readonly string[]): string {
  const hashes = Uint32Array.from(new Set(passwords.map(hash))).sort()
  const bytes = Buffer.alloc(hashes.length * HASH_BYTES)
  for (const [i, value] of hashes.entries()) bytes.writeUInt32BE(value, i * HASH_BYTES)
  return bytes.toString('base64')
}

/** Creates a function that returns whether a password is in a set of `encodeLeakedPasswords`. Case does not matter. */
export function createLeakedPasswordCheck(encoded: string): (password: string) => boolean {
  const bytes = Buffer.from(encoded, 'base64')
  return (password) => {
    const wanted = hash(password)
    let [low, high] = [0, bytes.length / HASH_BYTES]
    while (low < high) {
      const middle = (low + high) >> 1
      if (bytes.readUInt32BE(middle * HASH_BYTES) < wanted) low = middle + 1
      else high = middle
    }
    return low * HASH_BYTES < bytes.length && bytes.readUInt32BE(low * HASH_BYTES) === wanted
  }
}

const hash = (password: string): number =>
  createHash('sha256').update(password.normalize('NFKC').toLowerCase()).digest().readUInt32BE()

/** Returns whether a password is one of 115,000 that leaked from other sites (S5.02). Case does not matter. */
export const isLeakedPassword = createLeakedPasswordCheck(leaked)
