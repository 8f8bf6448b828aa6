import { accessSync, constants, existsSync, mkdirSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { StartError } from './http/start-error.ts'

/**
 * Makes the directory where there is none; nobody else of this machine can look into it.
 * @throws {StartError} when it cannot be made or written to
 */
export function prepareDataDir(path: string): void {
  try {
    makeFolder(resolve(path))
    accessSync(path, constants.W_OK | constants.X_OK)
  } catch {
    throw new StartError(
      `DATA_DIR ${path} cannot be written to. Give it to this user, or set DATA_DIR to another folder.`,
    )
  }
}

/** One after another: `recursive` of Node 24 never returns where a folder refuses a new one as if it were not there, such as /proc. */
function makeFolder(path: string): void {
  if (existsSync(path)) return
  makeFolder(dirname(path))
  try {
    mkdirSync(path, { mode: 0o700 })
  } catch (error) {
    // Another process may have made it meanwhile.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

/** Where the database is when it is a file. */
export const databaseFile = (dataDir: string): string => join(dataDir, 'site.sqlite')
