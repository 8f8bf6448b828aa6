import { CommentForm } from './comment-form.tsx'
import { toEditDraftName, useDraft } from './drafts.ts'

interface EditCommentProps {
  /** The id of the comment, or the key of a waiting comment. */
  id: string
  content: string
  /** Saves the edited text. @throws {ApiError} when the server refuses the comment or cannot be reached */
  save: (content: string) => Promise<void>
  onClose: () => void
}

/** The form that edits a comment. Its text is stored as a draft until it is saved or the reader cancels. */
export function EditCommentForm({ id, content, save, onClose }: EditCommentProps) {
  const name = toEditDraftName(id)
  const draft = useDraft(name, content)
  return (
    <CommentForm
      name={name}
      label="Your comment"
      text={draft.text}
      onText={draft.write}
      send={async (sent) => {
        await save(sent)
        if (!draft.drop(sent)) onClose()
      }}
      submit="Save changes"
      busyText="Saving …"
      takesFocus
      onCancel={() => {
        draft.drop()
        onClose()
      }}
    />
  )
}
