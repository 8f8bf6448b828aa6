import { basename, dirname, join } from 'node:path'
import { listFolderEntries } from './backup-folder.ts'

/**
 * The paths that a restore creates beside the database and beside the folder `files` of DATA_DIR. For a path `X`, the
 * restore prepares the data of the backup at `X.restoring-PID`, and sets the previous data aside at `X.before-TIME`.
 */

/** The ends of the paths of a database of SQLite. */
export const sqliteFileSuffixes = ['', '-wal', '-shm', '-journal'] as const

const FORMER = String.raw`\.before-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ`
const formerEnd = new RegExp(`^${FORMER}$`)
const draftEnd = /^\.restoring-\d+$/
/** Matches the path ends of databases that were set aside, are being restored, or are being created. */
const otherDatabaseEnd = new RegExp(
  String.raw`^(${FORMER}|\.restoring-\d+|\.new-\d+)(${sqliteFileSuffixes.join('|')})$`,
)

/** @param time a name of a backup, from `toBackupName` */
export const toFormerPath = (path: string, time: string): string => `${path}.before-${time}`
export const toDraftPath = (path: string): string => `${path}.restoring-${process.pid}`

/** Lists where restores have set aside the data of this path, newest first. */
export const listFormerPaths = (path: string): string[] => listPathsWithEnd(path, formerEnd).sort().reverse()

/** Lists what running and interrupted restores have prepared for this path. */
export const listDraftPaths = (path: string): string[] => listPathsWithEnd(path, draftEnd)

/** Lists the files of a database of SQLite, and of the databases beside it that match `otherDatabaseEnd`. */
export const listDatabasePaths = (file: string): string[] => [
  ...sqliteFileSuffixes.map((end) => file + end),
  ...listPathsWithEnd(file, otherDatabaseEnd),
]

const listPathsWithEnd = (path: string, end: RegExp): string[] =>
  listFolderEntries(dirname(path))
    .filter((name) => name.startsWith(basename(path)) && end.test(name.slice(basename(path).length)))
    .map((name) => join(dirname(path), name))
