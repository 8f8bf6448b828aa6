import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { Comment } from '#contract/comments.ts'
import { COMMENT_EDIT_MS } from '#contract/limits.ts'
import { isReader, useSession } from '../../../api/session.ts'
import { elementOf } from '../comment-element.ts'
import { draftName, hasDraft } from '../writing/drafts.ts'
import { EditComment } from '../writing/edit-comment.tsx'
import { NewComment } from '../writing/new-comment.tsx'
import { DeleteQuestion } from './delete-question.tsx'
import { ReportQuestion } from './report-question.tsx'

interface CommentActionsProps {
  pageKey: string
  comment: Comment
  onSaved: (comment: Comment) => void
  onDeleted: (comment: Comment) => void
  /** The words of the comment, which give way to the form that changes them. */
  children: ReactNode
}

/** The words of a comment, and below them what its reader may do: answer, report; edit and delete their own. */
export function CommentActions({ pageKey, comment, onSaved, onDeleted, children }: CommentActionsProps) {
  const user = useSession(({ user }) => user)
  const reader = isReader(user) ? user.id : null
  const own = reader !== null && comment.authorId === reader
  const [doing, setDoing] = useState<'reply' | 'edit' | 'delete' | 'report' | null>(() =>
    hasDraft(draftName(pageKey, comment.id)) ? 'reply' : null,
  )
  const [reported, setReported] = useState(false)
  const editable = useUntil(comment.createdAt + COMMENT_EDIT_MS) && own
  const buttons = useRef<HTMLDivElement>(null)
  const last = useRef(doing)

  useEffect(() => {
    // What had the focus is gone: back to the button that it came from.
    if (!doing && last.current && document.activeElement === document.body)
      (buttons.current?.querySelector<HTMLElement>(`[data-does=${last.current}]`) ?? elementOf(comment.id))?.focus()
    last.current = doing
  }, [doing, comment.id])

  if (reader === null) return children
  const close = () => setDoing(null)
  const button = (does: NonNullable<typeof doing>, words: string) => (
    <button type="button" data-does={does} onClick={() => setDoing(does)}>
      {words}
    </button>
  )
  return (
    <>
      {doing === 'edit' ? <EditComment comment={comment} onSaved={onSaved} onClose={close} /> : children}
      {doing === null && (
        <div className="links comment-actions" ref={buttons}>
          {comment.state === 'visible' && button('reply', 'Reply')}
          {editable && button('edit', 'Edit')}
          {own && button('delete', 'Delete')}
          {!own && comment.authorId !== null && !reported && button('report', 'Report')}
        </div>
      )}
      {reported && <p role="status">Reported. Thank you; it will be looked at.</p>}
      {doing === 'reply' && (
        <NewComment
          pageKey={pageKey}
          parent={comment}
          label={`Your reply to ${comment.author}`}
          send="Post reply"
          onClose={close}
          onPosted={onSaved}
        />
      )}
      {doing === 'delete' && <DeleteQuestion comment={comment} onDeleted={onDeleted} onClose={close} />}
      {doing === 'report' && (
        <ReportQuestion
          comment={comment}
          onClose={close}
          onReported={() => {
            setReported(true)
            close()
          }}
        />
      )}
    </>
  )
}

/** Whether an instant is yet to come; false by itself once it has. */
function useUntil(at: number): boolean {
  const [, look] = useState(0)
  useEffect(() => {
    const left = at - Date.now()
    if (left <= 0) return
    const timer = setTimeout(() => look((count) => count + 1), left)
    return () => clearTimeout(timer)
  }, [at])
  return Date.now() < at
}
