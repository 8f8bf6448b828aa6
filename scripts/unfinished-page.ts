import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { isStaleLock } from '../build/build-lock.ts'
import { UNFINISHED_PUBLICATION_FILE, type UnfinishedPublication } from '../contract/publication-note.ts'

/**
 * Restores the file of a page whose publication was interrupted. Otherwise a page that cannot be built would prevent
 * the site from starting. The new text is not lost, because it is still a draft. A page that another process is
 * publishing stays as it is.
 * @param repository the folder of the repository
 * @returns whether a page was restored
 */
export function restoreUnfinishedPage(repository: string): boolean {
  const file = path.join(repository, UNFINISHED_PUBLICATION_FILE)
  if (!existsSync(file)) return false
  const note = readNote(file)
  // A container that starts again gives the same id to the process as before.
  if (note && note.pid !== process.pid && !isStaleLock(file)) return false
  if (note?.before === null) rmSync(note.path, { force: true })
  else if (note) writeFileSync(note.path, note.before)
  rmSync(file)
  return note !== null
}

function readNote(file: string): UnfinishedPublication | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    // The server was killed while it wrote the note, and had not changed the page yet.
    return null
  }
}
