import { cpSync, lstatSync, mkdirSync, readdirSync, renameSync, rmdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
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
      if (pathExists(to)) throw new Error(`${to} already exists`)
      renameOrCopy(from, to)
      done.push({ from, to })
      removeCopied(from)
    }
  } catch (error) {
    const stuck = done.reverse().filter((each) => !moveBack(each))
    for (const folder of created.reverse()) removeEmptyFolder(folder)
    const next =
      stuck.length === 0
        ? 'The previous data stay in use.'
        : `Move back by hand: ${stuck.map(({ from, to }) => `${to} to ${from}`).join(', ')}.`
    throw new StartError(`The data of the backup could not be put in place: ${(error as Error).message}. ${next}`)
  }
}

/** Returns whether there is a file, a folder or a link, even one that leads nowhere. */
export function pathExists(path: string): boolean {
  try {
    lstatSync(path)
    return true
  } catch {
    return false
  }
}

/** Renames a file or folder. Copies it when the new path is on another disk, to which nothing can be renamed. */
function renameOrCopy(from: string, to: string): void {
  try {
    renameSync(from, to)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error
    // The copy gets its name when it is complete, so that an error leaves no part of it at `to`.
    const draft = `${to}.partial-${process.pid}`
    try {
      cpSync(from, draft, { recursive: true })
      renameSync(draft, to)
    } finally {
      rmSync(draft, { recursive: true, force: true })
    }
  }
}

/** Removes the source of a copy. After a renaming there is none. */
const removeCopied = (from: string) => rmSync(from, { recursive: true, force: true })

/** Removes a folder and its subfolders, except those with files. */
function removeEmptyFolder(folder: string): void {
  try {
    for (const entry of readdirSync(folder, { withFileTypes: true }))
      if (entry.isDirectory()) removeEmptyFolder(join(folder, entry.name))
    rmdirSync(folder)
  } catch {
    // The folder has files.
  }
}

/** Undoes a move. @returns whether this succeeded */
function moveBack({ from, to }: Move): boolean {
  try {
    renameOrCopy(to, from)
    removeCopied(to)
    return true
  } catch {
    return false
  }
}
