import { flushSync } from 'react-dom'
import { type Comment, deleteComment } from '#contract/comments.ts'
import { FetchFailed } from '../../../api/api.ts'
import { callAsReader } from '../call-comments.ts'
import { elementOf } from '../comment-element.ts'
import { Question } from './question.tsx'

interface DeleteQuestionProps {
  comment: Comment
  onDeleted: (comment: Comment) => void
  onClose: () => void
}

/** Deletes an own comment, once it is sure. */
export function DeleteQuestion({ comment, onDeleted, onClose }: DeleteQuestionProps) {
  return (
    <Question
      question="Delete this comment? There is no way back."
      does="Delete it"
      doing="Deleting …"
      keeps="Keep it"
      onNo={onClose}
      onYes={async () => {
        await callAsReader(deleteComment, { params: { id: comment.id } }).catch((error) => {
          // It is gone already, which is what was wanted.
          if (!(error instanceof FetchFailed && error.response.status === 404)) throw error
        })
        // What had the focus has gone with it. Its place has too where the hub told first, and is here once it is drawn.
        flushSync(() => onDeleted(comment))
        elementOf(comment.id)?.focus()
      }}
    />
  )
}
