import type { Comment } from '#contract/comments.ts'
import { When } from '../../kit/when.tsx'
import { Markup } from '../../ui/markup.tsx'
import { Avatar } from '../../ui/person/avatar.tsx'
import { CommentActions } from './actions/comment-actions.tsx'
import type { CommentContext } from './comment-context.ts'
import { elementId } from './comment-element.ts'

interface CommentItemProps extends CommentContext {
  comment: Comment
  /** Whom it answers. */
  to?: string | undefined
}

const MARBLES = 6

/** The colour of somebody's marble: always the same. */
const marbleOf = (authorId: string | null, author: string): number =>
  [...(authorId ?? author)].reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0) % MARBLES

/** One comment (S3.04), with what may be done about it. */
export function CommentItem({ comment, to, linkedId, isNew, ...context }: CommentItemProps) {
  const { id, author, authorId, profilePicture, byAdmin, content, createdAt, editedAt, state } = comment
  if (state === 'gone') {
    return (
      <article id={elementId(id)} className="comment" data-gone="" tabIndex={-1}>
        <span className="avatar" aria-hidden="true" />
        <p>This comment was deleted.</p>
      </article>
    )
  }
  return (
    <article
      id={elementId(id)}
      className="comment"
      aria-label={`Comment by ${author}`}
      tabIndex={-1}
      data-linked={id === linkedId || undefined}
      data-new={isNew(id) || undefined}
      data-pending={state === 'pending' || undefined}
      data-marble={marbleOf(authorId, author)}
    >
      <Avatar name={author} picture={profilePicture} />
      <div className="comment-body">
        <p className="comment-head">
          <b>
            <bdi>{author}</bdi>
          </b>
          {byAdmin && <span className="comment-badge ink-pill">Author</span>}
          {to && (
            <span>
              to <bdi>{to}</bdi>
            </span>
          )}
          <a href={`#${elementId(id)}`}>
            <When at={createdAt} />
          </a>
          {editedAt !== null && <span>edited</span>}
        </p>
        {state === 'pending' && <p className="comment-waits">Waits for approval. Only you see it.</p>}
        <CommentActions {...context} comment={comment}>
          <Markup source={content} />
        </CommentActions>
      </div>
    </article>
  )
}
