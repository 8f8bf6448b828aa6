import type { Comment } from '#contract/comments.ts'

/** Tells open pages what has happened, once it is committed. None of it is waited for or fails: pages also ask. */
export interface CommentNews {
  /** A comment that everybody may see is new or has changed. `total`: how many its page has now. */
  commentSaved: (comment: Comment, total: number) => void
  commentRemoved: (news: { id: string; pageUrl: string; total: number }) => void
  /** More of a page has changed than is worth telling one by one. */
  commentsChanged: (pageUrl: string) => void
  /** Something waits for approval, was reported or decided. */
  moderationChanged: () => void
}
