import { accessSync, constants, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { StartError } from './http/start-error.ts'

/**
 * Makes the directory where there is none; nobody else of this machine can look into it.
 * @throws {StartError} when it cannot be made or written to
 */
export function prepareDataDir(path: string): void {
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 })
    accessSync(path, constants.W_OK | constants.X_OK)
  } catch {
    throw new StartError(
      `DATA_DIR ${path} cannot be written to. Give it to this user, or set DATA_DIR to another folder.`,
    )
  }
}

/** Where the database is when it is a file. */
export const databaseFile = (dataDir: string): string => join(dataDir, 'site.sqlite')
