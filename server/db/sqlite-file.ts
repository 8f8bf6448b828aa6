import { chmodSync, closeSync, existsSync, linkSync, openSync, rmSync, statSync } from 'node:fs'
import type { SqliteDatabase } from 'kysely'
import { DatabaseUnavailable } from './unavailable.ts'

/** There is a file, or what SQLite has kept beside it, and nothing in it: what was in it has been lost. */
export class EmptyDatabase extends Error {}

/**
 * Makes a database without tables where there is none, so that only its owner can read it.
 * @param open opens a file with SQLite in its own mode
 * @throws {EmptyDatabase} when a database was here, and is empty now
 */
export function ensureSqliteFile(file: string, open: (file: string) => Pick<SqliteDatabase, 'close'>): void {
  if (!existsSync(file)) {
    if (sizeOf(`${file}-wal`) > 0) throw new EmptyDatabase()
    // Whole before it has its name: a start that is killed must not leave an empty file, which would look like a loss.
    const draft = `${file}.new-${process.pid}`
    closeSync(openSync(draft, 'w', 0o600))
    open(draft).close()
    try {
      linkSync(draft, file)
    } catch (error) {
      // Another process, which started at the same time, was first.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    } finally {
      for (const end of ['', '-wal', '-shm']) rmSync(draft + end, { force: true })
    }
  }
  if (sizeOf(file) === 0) throw new EmptyDatabase()
  // SQLite gives the files it puts beside this one the same mode; those of a copy may have come with another.
  for (const path of [file, `${file}-wal`, `${file}-shm`]) if (existsSync(path)) chmodSync(path, 0o600)
}

const sizeOf = (path: string) => statSync(path, { throwIfNoEntry: false })?.size ?? 0

/**
 * Makes a check that the file is still the one that is open. A file that was removed takes every write, and keeps none.
 * @returns throws {DatabaseUnavailable} when the file is gone, or another one is in its place
 */
export function watchSqliteFile(file: string): () => void {
  const opened = statSync(file)
  return () => {
    const found = statSync(file, { throwIfNoEntry: false })
    if (found?.ino === opened.ino && found.dev === opened.dev) return
    const what = found ? 'is another file now. Restart the site to use it.' : 'is no longer there. Put it back.'
    throw new DatabaseUnavailable(new Error(`${file} ${what}`))
  }
}
