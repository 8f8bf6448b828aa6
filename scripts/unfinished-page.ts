import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import path from 'node:path'
import { isStaleLock } from '../build/build-lock.ts'
import { parseUnfinishedPublication, UNFINISHED_PUBLICATION_FILE } from '../contract/publication-note.ts'

/**
 * Restores the file of a page whose publication was interrupted. Otherwise a page that cannot be built would prevent
 * the site from starting. The new text is not lost, because it is still a draft. A page that another process is
 * publishing stays as it is, and so does one that was changed since.
 * @param repository the folder of the repository
 * @returns whether a page was restored
 */
export function restoreUnfinishedPage(repository: string): boolean {
  const file = path.join(repository, UNFINISHED_PUBLICATION_FILE)
  if (!existsSync(file)) return false
  // Without a complete note, the page is not changed yet.
  const note = parseUnfinishedPublication(readFileSync(file, 'utf8'))
  // When a container starts again, its process gets the same id as before.
  const isOwn = note?.host === hostname() && note.pid === process.pid
  if (note && !isOwn && !isStaleLock(file)) return false
  const page = path.join(repository, 'content', note?.file ?? '')
  const isUnfinished = note !== null && existsSync(page) && readFileSync(page, 'utf8') === note.after
  if (isUnfinished) {
    if (note.before === null) rmSync(page)
    else writeFileSync(page, note.before)
  }
  rmSync(file)
  return isUnfinished
}
