import type { Comment } from '#contract/comments.ts'
import { Row } from '../../kit/error-boundary.tsx'
import type { CommentContext } from './comment-item.tsx'
import { CommentItem } from './comment-item.tsx'
import type { Thread } from './comment-list.ts'

/** A comment and its replies, all one level below it. */
export function CommentThread({ thread, ...context }: CommentContext & { thread: Thread }) {
  const root = thread.comments.find(({ id }) => id === thread.id)
  const replies = thread.comments.filter((comment) => comment !== root)
  /** Returns the author whom a reply answers, when it answers another reply. */
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
