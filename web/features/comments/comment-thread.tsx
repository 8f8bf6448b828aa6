import type { Comment } from '#contract/comments.ts'
import { RowErrorBoundary } from '../../kit/error-boundary.tsx'
import { RelativeTime } from '../../kit/relative-time.tsx'
import { CommentMarkup } from '../../ui/comment-markup.tsx'
import { Avatar } from '../../ui/person/avatar.tsx'
import { PushPermissionPromptLoader } from '../../ui/push/push-permission-prompt-loader.tsx'
import { CommentWithActions, type CommentWithActionsProps } from './actions/comment-actions.tsx'
import { toCommentElementId } from './comment-element.ts'
import type { Thread } from './comment-list.ts'

interface CommentItemProps extends CommentContext {
  comment: Comment
  /** The author of the reply that this comment replies to; undefined for a reply to the first comment of the thread. */
  to?: string | undefined
}

/** One comment (S3.04) with its actions. */
function CommentItem({ comment, to, linkedId, postedId, isNew, ...context }: CommentItemProps) {
  const { id, author, profilePicture, content, state } = comment
  const isGone = state === 'gone'
  return (
    <article
      id={toCommentElementId(id)}
      className="comment"
      aria-label={isGone ? undefined : `Comment by ${author}`}
      tabIndex={-1}
      data-gone={isGone || undefined}
      data-linked={id === linkedId || undefined}
      data-new={isNew(id) || undefined}
      data-pending={state === 'pending' || undefined}
    >
      {isGone ? <span className="avatar" aria-hidden="true" /> : <Avatar name={author} picture={profilePicture} />}
      <div>
        {isGone ? <p>This comment was deleted.</p> : <CommentHead comment={comment} to={to} />}
        {state === 'pending' && <p className="comment-waits">Waits for approval. Only you see it.</p>}
        {/* Also rendered for a deleted comment, so that the form of a begun reply keeps its text and the focus. */}
        <CommentWithActions {...context} comment={comment}>
          {!isGone && <CommentMarkup source={content} />}
        </CommentWithActions>
        {id === postedId && !isGone && (
          <PushPermissionPromptLoader reason="We can tell you when somebody replies to your comment." />
        )}
      </div>
    </article>
  )
}

const CommentHead = ({
  comment: { id, author, byAdmin, createdAt, editedAt },
  to,
}: Pick<CommentItemProps, 'comment' | 'to'>) => (
  <p className="row comment-head">
    <b>
      <bdi>{author}</bdi>
    </b>
    {byAdmin && <span className="comment-badge ink-pill">Author</span>}
    {to && (
      <span>
        to <bdi>{to}</bdi>
      </span>
    )}
    <a href={`#${toCommentElementId(id)}`}>
      <RelativeTime at={createdAt} />
    </a>
    {editedAt !== null && <span>edited</span>}
  </p>
)

/** Properties that all comments of a page share. */
interface CommentContext extends Omit<CommentWithActionsProps, 'comment' | 'children'> {
  linkedId: string | null
  /** The comment that the reader has posted most recently since the page was opened. */
  postedId: string | undefined
  /** Returns whether a comment arrived while the page was open. */
  isNew: (id: string) => boolean
}

/** A comment and its replies, which are all indented by one level. */
export function CommentThread({ thread, ...context }: CommentContext & { thread: Thread }) {
  const root = thread.comments.find(({ id }) => id === thread.id)
  const replies = thread.comments.filter((comment) => comment !== root)
  /**
   * Returns the author of the reply to which this reply is posted; undefined for a reply to the first comment of the
   * thread.
   */
  const findParentAuthor = ({ parentId }: Comment) =>
    parentId === thread.id ? undefined : replies.find(({ id }) => id === parentId)?.author
  return (
    <li>
      {root && <RowErrorBoundary as="div">{() => <CommentItem {...context} comment={root} />}</RowErrorBoundary>}
      {replies.length > 0 && (
        <ol className="comment-replies" aria-label={root?.author ? `Replies to ${root.author}` : 'Replies'}>
          {replies.map((reply) => (
            <RowErrorBoundary key={reply.id}>
              {() => (
                <li>
                  <CommentItem {...context} comment={reply} to={findParentAuthor(reply)} />
                </li>
              )}
            </RowErrorBoundary>
          ))}
        </ol>
      )}
    </li>
  )
}
