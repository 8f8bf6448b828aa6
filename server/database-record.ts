import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Returns the path of the record. Each line of this file is the name of a database with which the site was started from
 * this folder of the repository. The record is not in DATA_DIR, because DATA_DIR is missing when its disk is not
 * mounted.
 */
export const getDatabaseRecordPath = (sources: string): string => join(sources, '.databases')

/** Returns the names in the record of a repository, the last used one at the end; none when there is no record. */
export function readRecordedDatabases(sources: string | undefined): string[] {
  if (!sources) return []
  try {
    return readFileSync(getDatabaseRecordPath(sources), 'utf8').split('\n').filter(Boolean)
  } catch {
    return []
  }
}

/** Moves a database to the end of the record of a repository. Does nothing when the record cannot be written. */
export function recordDatabase(sources: string | undefined, name: string): void {
  if (!sources) return
  const others = readRecordedDatabases(sources).filter((other) => other !== name)
  try {
    writeFileSync(getDatabaseRecordPath(sources), `${[...others, name].join('\n')}\n`)
  } catch {
    // The record is an additional safeguard. A site whose repository is read-only starts without it.
  }
}
