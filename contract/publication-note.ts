/**
 * The file in the folder of the repository that stores the text of a page before its publication. The server writes
 * this file, and deletes it when the build is done. When the server was killed during a publication, `npm start` or the
 * next publication restores the page.
 */
export const UNFINISHED_PUBLICATION_FILE = '.publishing.json'

export interface UnfinishedPublication {
  /** The name of the page's file in content/, because processes can have the repository at different paths. */
  file: string
  /** The text of the page's file before the publication; null when the page had no file. */
  before: string | null
  /** The text that is being published. A page whose file has another text was changed since, and is not restored. */
  after: string
  /** The machine and the process that publish the page. */
  host: string
  pid: number
}

/** Parses the file. Returns null when it is incomplete, because the server was killed while it wrote the file. */
export function parseUnfinishedPublication(text: string): UnfinishedPublication | null {
  try {
    const note = JSON.parse(text)
    return typeof note.file === 'string' ? note : null
  } catch {
    return null
  }
}
