import { createHash, randomBytes } from 'node:crypto'
import type { Database } from '../../db/database.ts'
import { insertNewRows } from '../../db/insert-new-rows.ts'
import type { ClientDetails } from '../../http/client.ts'

/** Returns the day of UTC, as in `2026-11-21`. @param at milliseconds since 1970 */
export const toUtcDay = (at: number): string => new Date(at).toISOString().slice(0, 10)

/**
 * Creates the function that hashes a client to a number of 48 bits. On one day, the number is the same in all
 * processes. The salt of the day is in the database, and is deleted when the day is over. Without the salt, the number
 * does not reveal the IP address.
 */
export function createReaderHasher(db: Database) {
  let current: { day: string; salt: Promise<string> } | undefined

  return async (day: string, { address, userAgent }: Pick<ClientDetails, 'address' | 'userAgent'>): Promise<number> => {
    if (current?.day !== day) {
      const salt = findSalt(db, day)
      current = { day, salt }
      // A failed read is forgotten, so that the next visit reads the salt again.
      salt.catch(() => {
        if (current?.salt === salt) current = undefined
      })
    }
    const hash = createHash('sha256').update(`${await current.salt}\n${address}\n${userAgent}`)
    return hash.digest().readUIntBE(0, 6)
  }
}

/** Returns the salt of a day. The first process that needs the salt creates it. */
async function findSalt(db: Database, day: string): Promise<string> {
  await insertNewRows(db, 'statistics_salts', { day, salt: randomBytes(16).toString('base64url') })
  return (await db.selectFrom('statistics_salts').select('salt').where('day', '=', day).executeTakeFirstOrThrow()).salt
}
