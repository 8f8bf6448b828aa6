/**
 * The tables that a backup keeps without their rows. The salt of the day turns readers into numbers and is thrown away
 * at its end (features/statistics/reader-hashes.ts); a backup that kept it could tell for ever who read what.
 */
export const tablesWithoutRows: readonly string[] = ['statistics_salts']
