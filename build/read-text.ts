import { existsSync, readFileSync } from 'node:fs'

/** Returns the text of a file; null when the file is missing. */
export const readTextIfExists = (file: string): string | null => (existsSync(file) ? readFileSync(file, 'utf8') : null)
