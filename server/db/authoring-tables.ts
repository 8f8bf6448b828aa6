import type { Generated } from 'kysely'

/** A page that an author is writing at the desk. */
interface PageDraftsTable {
  id: string
  /** The file below content/; null for a page that has no file yet. A page has at most one draft. */
  file: string | null
  /** The text of the file when the draft was begun; null for a page without a file. */
  base: string | null
  source: string
  /** The version of the draft. Each save adds one. */
  version: number
  /** The author who last saved the draft; null when the account is deleted. */
  user_id: string | null
  updated_at: number
  /** The secret last part of the URL of the shared preview; null while the preview is not shared. */
  preview_key: Generated<string | null>
}

export interface AuthoringTables {
  page_drafts: PageDraftsTable
}
