import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * The names of the databases that starts from a folder of the repository have used, one in each line. The record is in
 * that folder, because DATA_DIR can be lost as a whole, for example when its disk is not mounted.
 */
export const recordFile = (sources: string): string => join(sources, '.databases')

/** Reads the names in the record of a repository, the last used one last; none when there is no record. */
export function readRecordedDatabases(sources: string | undefined): string[] {
  if (!sources) return []
  try {
    return readFileSync(recordFile(sources), 'utf8').split('\n').filter(Boolean)
  } catch {
    return []
  }
}

/** Makes a database the last one in the record of a repository, unless the record cannot be written. */
export function recordDatabase(sources: string | undefined, name: string): void {
  if (!sources) return
  const others = readRecordedDatabases(sources).filter((other) => other !== name)
  try {
    writeFileSync(recordFile(sources), `${[...others, name].join('\n')}\n`)
  } catch {
    // The record is an additional safeguard. A site whose repository is read-only starts without it.
  }
}
