import { appendFileSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * The names of the databases that starts from a folder of the repository have used, one in each line. The record is in
 * that folder, because DATA_DIR can be lost as a whole, for example when its disk is not mounted.
 */
export const recordFile = (sources: string): string => join(sources, '.databases')

/** Reads the names in the record of a repository, oldest first; none when there is no record. */
export function readRecordedDatabases(sources: string | undefined): string[] {
  if (!sources) return []
  try {
    return readFileSync(recordFile(sources), 'utf8').split('\n').filter(Boolean)
  } catch {
    return []
  }
}

/** Adds the name of a database to the record of a repository, unless the record has it or cannot be written. */
export function recordDatabase(sources: string | undefined, name: string): void {
  if (!sources || readRecordedDatabases(sources).includes(name)) return
  try {
    appendFileSync(recordFile(sources), `${name}\n`)
  } catch {
    // The record is an additional safeguard. A site whose repository is read-only starts without it.
  }
}
