import { useEffect, useState } from 'react'
import { CommentMarkup } from '../../../ui/comment-markup.tsx'
import { EditCommentForm } from './edit-comment-form.tsx'
import { sendWaitingComments } from './send-waiting-comments.ts'
import {
  lockCommentForEditing,
  removeWaitingComment,
  storeWaitingComment,
  type WaitingComment,
} from './waiting-comments-store.ts'

/** Lists the comments that the reader has posted without a connection. */
export function WaitingComments({ waiting }: { waiting: WaitingComment[] }) {
  return (
    <div role="status">
      {waiting.length > 0 && (
        <ul className="stack comments-waiting" data-gap="large" aria-label="Waiting comments">
          {waiting.map((comment) => (
            <li key={comment.body.key}>
              <WaitingCommentItem comment={comment} />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

function WaitingCommentItem({ comment }: { comment: WaitingComment }) {
  const { body, to, problem } = comment
  const [isEditing, setEditing] = useState(false)
  useEffect(() => {
    if (!isEditing) return
    const release = lockCommentForEditing(body.key)
    return () => void release().then(sendWaitingComments)
  }, [isEditing, body.key])

  if (isEditing) {
    return (
      <EditCommentForm
        id={body.key}
        content={body.content}
        // If the comment has been sent in the meantime, posting it again with the same key changes it.
        save={async (content) => storeWaitingComment({ ...comment, body: { ...body, content }, problem: null })}
        onClose={() => setEditing(false)}
      />
    )
  }
  return (
    <article className="empty" aria-label="Waiting comment">
      <p className="comment-waits">
        {problem === null ? 'Will be posted when you are connected again.' : `This could not be posted. ${problem}`}
      </p>
      {to && (
        <p className="row comment-head">
          to <bdi>{to}</bdi>
        </p>
      )}
      <CommentMarkup source={body.content} />
      <div className="links comment-actions">
        <button type="button" onClick={() => setEditing(true)}>
          Edit
        </button>
        <button type="button" onClick={() => removeWaitingComment(body.key)}>
          Delete
        </button>
      </div>
    </article>
  )
}
