import { useState } from 'react'
import { Markup } from '../../../ui/markup.tsx'
import { CommentForm } from './comment-form.tsx'
import { sendWaitingComments } from './send-waiting-comments.ts'
import { removeWaitingComment, storeWaitingComment, type WaitingComment } from './waiting-comments-store.ts'

/** Lists the comments that the reader has posted without a connection. */
export function WaitingComments({ waiting }: { waiting: WaitingComment[] }) {
  return (
    <div role="status">
      {waiting.length > 0 && (
        <ul className="stack comments-waiting" data-gap="large" aria-label="Waiting comments">
          {waiting.map((comment) => (
            <li key={comment.body.key}>
              <Waiting comment={comment} />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

function Waiting({ comment }: { comment: WaitingComment }) {
  const { body, to, problem } = comment
  const [text, setText] = useState<string | null>(null)
  if (text !== null) {
    return (
      <CommentForm
        name={body.key}
        label="Your comment"
        text={text}
        onText={setText}
        send={async (content) => {
          // When it has been sent meanwhile, posting it again with the same key changes it.
          storeWaitingComment({ ...comment, body: { ...body, content }, problem: null })
          setText(null)
          sendWaitingComments()
        }}
        sendWords="Save changes"
        busyWords="Saving …"
        onCancel={() => setText(null)}
      />
    )
  }
  return (
    <article className="empty" aria-label="Waiting comment">
      <p className="comment-waits">
        {problem === null ? 'Will be posted when you are connected again.' : `This could not be posted. ${problem}`}
      </p>
      {to && (
        <p className="comment-head">
          to <bdi>{to}</bdi>
        </p>
      )}
      <Markup source={body.content} />
      <div className="links comment-actions">
        <button type="button" onClick={() => setText(body.content)}>
          Edit
        </button>
        <button type="button" onClick={() => removeWaitingComment(body.key)}>
          Delete
        </button>
      </div>
    </article>
  )
}
