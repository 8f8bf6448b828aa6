import type { Comment } from '#contract/comments.ts'

/** What every comment of a page needs. */
export interface CommentContext {
  pageKey: string
  /** The one that the address names. */
  linkedId: string | null
  /** Whether it has come just now. */
  isNew: (id: string) => boolean
  onSaved: (comment: Comment) => void
  onDeleted: (comment: Comment) => void
}
