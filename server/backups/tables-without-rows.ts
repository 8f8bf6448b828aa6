/**
 * The tables that a backup contains without their rows. The statistics hash readers with a salt, which is deleted at
 * the end of each day (features/statistics/reader-hashes.ts). A backup with the salt would reveal for ever which pages
 * a reader has opened.
 */
export const tablesWithoutRows: readonly string[] = ['statistics_salts']
