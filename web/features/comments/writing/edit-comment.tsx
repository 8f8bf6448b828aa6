import { useState } from 'react'
import type { Comment } from '#contract/comments.ts'
import { CommentForm } from './comment-form.tsx'
import { updateComment } from './post-comment.ts'

interface EditCommentProps {
  comment: Comment
  onSaved: (comment: Comment) => void
  onClose: () => void
}

/** The form with which authors edit their comment. */
export function EditComment({ comment, onSaved, onClose }: EditCommentProps) {
  const [text, setText] = useState(comment.content)
  return (
    <CommentForm
      name={comment.id}
      label="Your comment"
      text={text}
      onText={setText}
      send={async (content) => {
        onSaved(await updateComment(comment, content))
        onClose()
      }}
      sendWords="Save changes"
      busyWords="Saving …"
      onCancel={onClose}
    />
  )
}
