import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const folder = join(import.meta.dirname, 'released')

/**
 * The names of the SQL files, one for each release, oldest first. Each file creates a database with rows in most
 * tables.
 */
export const releaseDatabaseFileNames = readdirSync(folder).sort((a, b) => a.localeCompare(b, 'en', { numeric: true }))

/** Returns the database of a release as SQL for SQLite. */
export const readReleaseDatabaseSql = (release: string): string => readFileSync(join(folder, release), 'utf8')
