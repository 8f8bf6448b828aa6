import { cpSync, lstatSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { StartError } from '../http/start-error.ts'

/** A file or folder, and the path that it gets. */
export interface Move {
  from: string
  to: string
}

/**
 * Moves files and folders one after the other, and creates the folders that they need. Replaces nothing: a move whose
 * target exists fails. When a move fails, moves the earlier ones back.
 * @throws {StartError} when a move fails
 */
export function moveFiles(moves: readonly Move[]): void {
  const done: Move[] = []
  const created: string[] = []
  try {
    for (const { from, to } of moves) {
      const folder = mkdirSync(dirname(to), { recursive: true, mode: 0o700 })
      if (folder) created.push(folder)
      if (isPresent(to)) throw new Error(`${to} already exists`)
      move(from, to)
      done.push({ from, to })
    }
  } catch (error) {
    const stuck = done.reverse().filter((each) => !moveBack(each))
    if (stuck.length === 0) for (const folder of created) rmSync(folder, { recursive: true, force: true })
    const next =
      stuck.length === 0
        ? 'The previous data stay in use.'
        : `Move back by hand: ${stuck.map(({ from, to }) => `${to} to ${from}`).join(', ')}.`
    throw new StartError(`The data of the backup could not be put in place: ${(error as Error).message}. ${next}`)
  }
}

/** Returns whether there is a file, a folder or a link, even one that leads nowhere. */
export function isPresent(path: string): boolean {
  try {
    lstatSync(path)
    return true
  } catch {
    return false
  }
}

function move(from: string, to: string): void {
  try {
    renameSync(from, to)
  } catch (error) {
    // A folder of DATA_DIR can be on another disk, to which no file can be renamed.
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error
    cpSync(from, to, { recursive: true })
    rmSync(from, { recursive: true })
  }
}

/** Returns whether the move could be undone. */
function moveBack({ from, to }: Move): boolean {
  try {
    move(to, from)
    return true
  } catch {
    return false
  }
}
