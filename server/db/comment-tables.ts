/** What readers write below pages. */
export interface CommentsTable {
  id: string
  /** The page's key: its path without the leading slash, `home` for `/`. */
  page: string
  /** The comment that began the thread, which may be itself. */
  thread_id: string
  /** The comment that it answers. */
  parent_id: string | null
  /** Null for an imported one, and where only the place is left. */
  user_id: string | null
  /** Who wrote an imported one; the name of an account is its own. */
  author_name: string | null
  content: string
  /** SHA-256 of the words without blanks and capitals: the same text again is suspect. */
  content_hash: string
  /** The words as HTML for feeds, made when they are written; null where they were written before there was this column. */
  content_html: string | null
  created_at: number
  edited_at: number | null
  state: 'visible' | 'pending' | 'hidden' | 'deleted'
  /** Whether everybody may read its words: it is visible and its author not banned. Kept by comments/update-visibility.ts. */
  readable: 0 | 1
  /** Whether everybody's list has it: it is readable, or began a thread with a readable answer. Kept by the same. */
  listed: 0 | 1
  spam_score: number
  /** JSON: a list of sentences. */
  spam_reasons: string
  /** What its author named it when posting; unique for each author. */
  post_key: string | null
  /** Where it was imported from, such as `disqus:123`; unique. */
  source: string | null
  /** When it was first readable and the author of what it answers was told by mail, or wanted no mail. */
  reply_mailed_at: number | null
}

/** One row for each page that has had comments. */
export interface CommentPagesTable {
  page: string
  /** How many of its comments are readable. */
  count: number
  /** Goes up with every change that a list of the page shows, and is never before the time of the change in milliseconds. */
  version: number
}

export interface CommentReportsTable {
  id: string
  comment_id: string
  user_id: string
  reason: string
  created_at: number
  resolved_at: number | null
}
