/**
 * The file in the folder of the repository that notes what a page was before its publication. The server writes it, and
 * removes it when the build is done. `npm start` puts the page back when a kill has cut the publication off.
 */
export const PUBLICATION_NOTE = '.publishing.json'

export interface PublicationNote {
  /** The path of the page's file. */
  path: string
  /** The text of the file; null when there was no such file. */
  before: string | null
}
