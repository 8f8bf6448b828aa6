/** Comments of readers below pages. */
interface CommentsTable {
  id: string
  /** The key of the page: its path without the leading slash, or `home` for `/`. */
  page: string
  /** The first comment of the thread, which may be this comment. */
  thread_id: string
  /** The comment that this comment replies to. */
  parent_id: string | null
  /** The author. Null for an imported comment, and for a deleted comment that is only a placeholder in its thread. */
  user_id: string | null
  /** The name of the author of an imported comment. For other comments, the name is in the account. */
  author_name: string | null
  content: string
  /** SHA-256 of the text in small letters and without blanks. Repeated texts are suspected of spam. */
  content_hash: string
  /** The text as HTML for feeds, made when the comment is written; null for comments older than this column. */
  content_html: string | null
  created_at: number
  edited_at: number | null
  state: 'visible' | 'pending' | 'hidden' | 'deleted'
  /**
   * Whether everybody may read the text: the comment is visible and its author is not banned. Written by
   * comments/recompute-visibility.ts.
   */
  readable: 0 | 1
  /**
   * Whether the public list contains the comment: it is readable, or it began a thread with a readable reply. Written
   * by comments/recompute-visibility.ts.
   */
  listed: 0 | 1
  spam_score: number
  /** JSON: a list of sentences. */
  spam_reasons: string
  /** The idempotency key that the browser sent with the comment; unique for each author. */
  post_key: string | null
  /** The source of an imported comment, such as `disqus:123`; unique. */
  source: string | null
  /**
   * The time when this reply first became public. At that time, the author of the parent comment is notified
   * (comments/reply-notifications.ts). Null before, and for comments that are not replies.
   */
  reply_mailed_at: number | null
}

/** One row for each page that has had comments. */
interface CommentPagesTable {
  page: string
  /** The number of readable comments. */
  count: number
  /**
   * Increases with every change of the page's list. The new value is at least the time of the change, in milliseconds
   * since 1970.
   */
  version: number
}

interface CommentReportsTable {
  id: string
  comment_id: string
  user_id: string
  reason: string
  created_at: number
  resolved_at: number | null
}

export interface CommentTables {
  comments: CommentsTable
  comment_pages: CommentPagesTable
  comment_reports: CommentReportsTable
}
