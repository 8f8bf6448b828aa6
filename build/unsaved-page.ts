import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { pageFilePattern } from '../contract/page-path.ts'
import { AuthorError } from './author-error.ts'
import { readTextIfExists } from './read-text.ts'
import { contentFolder, isInsideFolder } from './site.ts'

/** The page that this build publishes. `former`: the text of its file before the build; null when there was no file. */
let page: { name: string; file: string; text: string; former: string | null } | undefined

/**
 * Makes the build use a text instead of the file of a page. The build writes the file only at its end. So `content/`
 * never contains a page that cannot be built, even when the build is killed.
 * @param name the name of the page's file below `content/`; the file may be missing
 */
export function setUnsavedPageText(name: string, text: string): void {
  if (!pageFilePattern.test(name)) throw new Error(`${name} is no name of a page.`)
  const file = path.join(contentFolder, name)
  page = { name, file, text, former: readTextIfExists(file) }
}

/** Reads a source file. For the page that this build publishes, returns the new text instead of the file. */
export const readFileOrUnsavedText = (file: string): Buffer =>
  file === page?.file ? Buffer.from(page.text) : readFileSync(file)

/** Adds the page that this build publishes to a folder's files, even before its file exists. @param files full paths */
export const addUnsavedPagePath = (folder: string, files: string[]): string[] =>
  page && isInsideFolder(page.file, folder) ? [...new Set([...files, page.file])] : files

/**
 * Writes the new text into the file of the page in one step, so that no process can read a half-written file. Leaves
 * the file unchanged when another build of the same publication has already written the text.
 * @throws AuthorError when the file was changed meanwhile
 */
export function saveUnsavedPage(): void {
  if (!page) return
  const { name, file, text, former } = page
  const current = readTextIfExists(file)
  if (current === text) return
  if (current !== former)
    throw new AuthorError(`content/${name}:1: The file of the page was changed while the site was built.`)
  const temporary = path.join(contentFolder, `.${process.pid}.tmp`)
  // Without `flush`, a loss of power could leave an empty page, with which the site cannot be built.
  writeFileSync(temporary, text, { flush: true })
  renameSync(temporary, file)
}
