import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const folder = join(import.meta.dirname, 'released')

/** The names of the files with a database of each release, oldest first. A file is SQL and has rows in most tables. */
export const releaseFiles = readdirSync(folder).sort((a, b) => a.localeCompare(b, 'en', { numeric: true }))

/** Returns the database of a release as SQL for SQLite. */
export const readRelease = (release: string): string => readFileSync(join(folder, release), 'utf8')
