import type { Generated } from 'kysely'

/** A page that an author is writing at the desk. */
interface PageDraftsTable {
  id: string
  /** The file below content/; null for a page that has no file yet. A page has at most one draft. */
  file: string | null
  /** The text of the file that the draft began from. */
  base: string | null
  source: string
  /** Increases by one with each save. */
  version: number
  /** The author who saved it last; null when the account is deleted. */
  user_id: string | null
  updated_at: number
  /** The end of the secret address of the preview; null while it is not shared. */
  preview_key: Generated<string | null>
}

export interface AuthoringTables {
  page_drafts: PageDraftsTable
}
