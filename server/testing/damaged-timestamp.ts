import { inject } from 'vitest'

/**
 * Returns a time that the column accepts and the contract refuses: a fraction in SQLite, a too large number in
 * Postgres.
 */
export const getDamagedTimestamp = (): number => (inject('postgres') ? 2 ** 53 : 0.5)
