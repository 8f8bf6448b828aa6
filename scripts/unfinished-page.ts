import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { PUBLICATION_NOTE, type PublicationNote } from '../contract/publication-note.ts'

/**
 * Puts the file of a page back whose publication was cut off, because a page that cannot be built would keep the site
 * from starting. The text is still a draft.
 * @param repository its folder
 * @returns whether there was one
 */
export function restoreUnfinishedPage(repository: string): boolean {
  const file = path.join(repository, PUBLICATION_NOTE)
  if (!existsSync(file)) return false
  const note = readNote(file)
  if (note?.before === null) rmSync(note.path, { force: true })
  else if (note) writeFileSync(note.path, note.before)
  rmSync(file)
  return note !== null
}

function readNote(file: string): PublicationNote | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    // The server was killed while it wrote the note, and so before it wrote the page.
    return null
  }
}
