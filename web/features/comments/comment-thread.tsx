import type { Comment } from '#contract/comments.ts'
import { Row } from '../../kit/error-boundary.tsx'
import type { CommentContext } from './comment-context.ts'
import { CommentItem } from './comment-item.tsx'
import type { Thread } from './comment-list.ts'

/** A comment, and one level below it everything that was answered, to whomever. */
export function CommentThread({ thread, ...context }: CommentContext & { thread: Thread }) {
  const root = thread.comments.find(({ id }) => id === thread.id)
  const replies = thread.comments.filter((comment) => comment !== root)
  /** Whom a reply answers, where it is not the one that it stands under. */
  const answered = ({ parentId }: Comment) =>
    parentId === thread.id ? undefined : replies.find(({ id }) => id === parentId)?.author
  return (
    <li>
      {root && <Row as="div">{() => <CommentItem {...context} comment={root} />}</Row>}
      {replies.length > 0 && (
        <ol className="comment-replies" aria-label={root?.author ? `Replies to ${root.author}` : 'Replies'}>
          {replies.map((reply) => (
            <Row key={reply.id}>
              {() => (
                <li>
                  <CommentItem {...context} comment={reply} to={answered(reply)} />
                </li>
              )}
            </Row>
          ))}
        </ol>
      )}
    </li>
  )
}
