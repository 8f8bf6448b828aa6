/**
 * The file in the folder of the repository that stores the text of a page before its publication. The server writes
 * this file, and deletes it when the build is done. When the server was killed during a publication, `npm start` or the
 * next publication restores the page.
 */
export const UNFINISHED_PUBLICATION_FILE = '.publishing.json'

export interface UnfinishedPublication {
  /** The path of the page's file. */
  path: string
  /** The text of the page's file; null when the page had no file. */
  before: string | null
  /** The machine and the process that publish the page. */
  host: string
  pid: number
}
