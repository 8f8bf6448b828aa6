/**
 * The tables that a backup contains without their rows. The salt of a day turns readers into numbers, and is deleted at
 * the end of the day (features/statistics/reader-hashes.ts). A backup with the salt would reveal for ever which pages a
 * reader has opened.
 */
export const tablesWithoutRows: readonly string[] = ['statistics_salts']
