import { chmodSync, closeSync, existsSync, linkSync, openSync, renameSync, rmSync, statSync } from 'node:fs'
import type { SqliteDatabase } from 'kysely'
import { DatabaseUnavailableError } from './unavailable.ts'

/** How the contents of a database have been lost. */
export type DatabaseLoss = 'missing' | 'empty' | 'damaged'

export class LostDatabaseError extends Error {
  readonly loss: DatabaseLoss

  constructor(loss: DatabaseLoss) {
    super(`The database is ${loss}.`)
    this.loss = loss
  }
}

/** Returns whether an error of SQLite says that the file is damaged. */
export const isDamageError = (error: unknown): boolean =>
  /^SQLITE_(CORRUPT|NOTADB)/.test(String((error as { code?: unknown }).code))

/**
 * Returns `empty` for an empty file. For a missing file, returns `missing` if the site had data before or the
 * write-ahead log exists. Otherwise returns null. The contents are not read, so `damaged` is never returned.
 */
export function findDatabaseLoss(file: string, hadData: boolean): DatabaseLoss | null {
  if (existsSync(file)) return sizeOf(file) === 0 ? 'empty' : null
  return hadData || sizeOf(`${file}-wal`) > 0 ? 'missing' : null
}

/**
 * Creates a database without tables when the file is missing; only its owner can read it.
 * @param open opens a file with SQLite, in the journal mode of the site
 * @param hadData whether the site had data before
 * @throws {LostDatabaseError} when the contents of the database have been lost
 */
export function ensureSqliteFile(
  file: string,
  open: (file: string) => Pick<SqliteDatabase, 'close'>,
  hadData: boolean,
): void {
  const loss = findDatabaseLoss(file, hadData)
  if (loss) throw new LostDatabaseError(loss)
  if (!existsSync(file)) {
    // The file gets its name when it is complete. If the start is killed, an empty file must not remain, because it
    // would look like a loss of data.
    const draft = `${file}.new-${process.pid}`
    closeSync(openSync(draft, 'w', 0o600))
    open(draft).close()
    try {
      linkSync(draft, file)
    } catch {
      // Linking fails when another process has created the file, or when the disk has no hard links, as with exFAT.
      if (!existsSync(file)) renameSync(draft, file)
    } finally {
      for (const end of ['', '-wal', '-shm']) rmSync(draft + end, { force: true })
    }
  }
  // SQLite creates the files beside this one with the same mode, but copied files may have another mode.
  for (const path of [file, `${file}-wal`, `${file}-shm`]) if (existsSync(path)) chmodSync(path, 0o600)
}

const sizeOf = (path: string) => statSync(path, { throwIfNoEntry: false })?.size ?? 0

/**
 * Returns a function that throws {DatabaseUnavailableError} when the open file has been removed or replaced. SQLite
 * would still write to the removed file, and the data would be lost.
 */
export function createFileInPlaceAssertion(file: string): () => void {
  const opened = statSync(file)
  return () => {
    const found = statSync(file, { throwIfNoEntry: false })
    if (found?.ino === opened.ino && found.dev === opened.dev) return
    const problem = found
      ? 'is another file now. Restart the site to use it.'
      : 'is no longer there. Put it back, or stop the site and restore a backup: npm run restore -- FOLDER.'
    throw new DatabaseUnavailableError(new Error(`${file} ${problem}`))
  }
}
