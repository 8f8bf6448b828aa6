import { useState } from 'react'
import { CommentForm } from './comment-form.tsx'

interface EditCommentProps {
  /** The name of the unsaved text, unique on the page. */
  name: string
  content: string
  /** Saves the edited text. @throws {ApiError} when the server refuses the comment or cannot be reached */
  save: (content: string) => Promise<void>
  onClose: () => void
}

export function EditComment({ name, content, save, onClose }: EditCommentProps) {
  const [text, setText] = useState(content)
  return (
    <CommentForm
      name={name}
      label="Your comment"
      text={text}
      onText={setText}
      send={async (content) => {
        await save(content)
        onClose()
      }}
      submit="Save changes"
      busyText="Saving …"
      onCancel={onClose}
    />
  )
}
