import type { DatabaseFingerprint } from './manifest.ts'

/** Returns a sentence for each table and each sum in which a restored database differs from its backup. */
export function compareDatabaseFingerprints(expected: DatabaseFingerprint, found: DatabaseFingerprint): string[] {
  const problems: string[] = []
  for (const name of namesOf(expected.tables, found.tables)) {
    const [before, after] = [expected.tables[name], found.tables[name]]
    if (!after) problems.push(`The table ${name} is missing or cannot be read.`)
    else if (!before) problems.push(`The table ${name} was not in the database that was backed up.`)
    else if (before.rows !== after.rows)
      problems.push(`The table ${name} has ${after.rows} rows in place of ${before.rows}.`)
    else if (before.hash !== after.hash)
      problems.push(`The table ${name} has other contents than when it was backed up.`)
  }
  for (const name of namesOf(expected.sums, found.sums)) {
    const [before, after] = [expected.sums[name], found.sums[name]]
    if (before !== after)
      problems.push(`The sum of ${name} is ${after ?? 'missing'} in place of ${before ?? 'no sum'}.`)
  }
  return problems
}

const namesOf = (...records: object[]) => [...new Set(records.flatMap((record) => Object.keys(record)))].sort()
