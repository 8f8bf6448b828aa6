import { type ReactNode, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { type Comment, deleteComment, editComment, reportComment } from '#contract/comments.ts'
import { banPerson } from '#contract/desk.ts'
import { COMMENT_EDIT_WINDOW_MS } from '#contract/limits.ts'
import { moderateComment } from '#contract/moderation.ts'
import { callForJson } from '../../../api/call-api.ts'
import { catchNotFoundAsNull } from '../../../api/problem.ts'
import { hasReaderRights, isAdmin, useSession } from '../../../api/session.ts'
import { findCommentElement } from '../comment-element.ts'
import { hasDraft, toDraftName } from '../writing/drafts.ts'
import { EditCommentForm } from '../writing/edit-comment-form.tsx'
import { NewCommentForm } from '../writing/new-comment-form.tsx'
import { InlineConfirmation, type InlineConfirmationProps } from './inline-confirmation.tsx'

type Action = 'reply' | 'edit' | 'delete' | 'report' | 'hide' | 'ban'

export interface CommentWithActionsProps {
  pageKey: string
  comment: Comment
  /** Called with a reply that the reader has posted. */
  onPosted: (comment: Comment) => void
  onSaved: (comment: Comment) => void
  onDeleted: (comment: Comment) => void
  /** The text of the comment, which the edit form replaces. */
  children: ReactNode
}

/**
 * The text of a comment and its buttons. Readers can reply to comments, report those of others, and edit and delete
 * their own. An admin can hide comments and ban their authors. A deleted comment has only the form of a begun reply.
 */
export function CommentWithActions({
  pageKey,
  comment,
  onPosted,
  onSaved,
  onDeleted,
  children,
}: CommentWithActionsProps) {
  const user = useSession(({ user }) => user)
  const reader = hasReaderRights(user) ? user.id : null
  const { authorId } = comment
  const isOwn = reader !== null && authorId === reader
  const canModerate = isAdmin(user) && !isOwn
  const hasReplyDraft = () => hasDraft(toDraftName(pageKey, comment.id))
  const [openAction, setOpenAction] = useState<Action | null>(() => (hasReplyDraft() ? 'reply' : null))
  /** Whether the reply form is open because of a stored draft, without a press. */
  const [isRestored, setRestored] = useState(openAction !== null)
  const [outcome, setOutcome] = useState('')
  const editable = useIsFuture(comment.createdAt + COMMENT_EDIT_WINDOW_MS) && isOwn
  const buttons = useRef<HTMLDivElement>(null)
  const lastAction = useRef(openAction)

  useEffect(() => {
    // The focused form was removed, so the focus returns to the button that opened it.
    if (!openAction && lastAction.current && document.activeElement === document.body)
      (
        buttons.current?.querySelector<HTMLElement>(`[data-does=${lastAction.current}]`) ??
        findCommentElement(comment.id)
      )?.focus()
    lastAction.current = openAction
  }, [openAction, comment.id])

  if (reader === null) return children
  if (comment.state === 'gone' && !(openAction === 'reply' && hasReplyDraft())) return children
  const close = () => setOpenAction(null)
  const open = (action: Action) => {
    setOpenAction(action)
    setRestored(false)
  }
  const finish = (text: string) => {
    setOutcome(text)
    close()
  }
  const params = { id: comment.id }
  const confirmations: Partial<Record<Action, Omit<InlineConfirmationProps, 'onCancel'>>> = {
    delete: {
      question: 'Delete this comment? There is no way back.',
      confirm: 'Delete it',
      busyText: 'Deleting …',
      cancel: 'Keep it',
      onConfirm: async () => {
        // A 404 means that the comment has already been deleted.
        await callForJson(deleteComment, { params }).catch(catchNotFoundAsNull)
        // The focused button is removed with the comment. The placeholder of the deleted comment is rendered at
        // once, so that it can take the focus.
        flushSync(() => onDeleted(comment))
        findCommentElement(comment.id)?.focus()
      },
    },
    report: {
      question: `Report the comment of ${comment.author}?`,
      confirm: 'Report it',
      busyText: 'Reporting …',
      cancel: 'Cancel',
      reasonLabel: 'What is wrong with it? You may leave this empty.',
      onConfirm: async (reason) => {
        await callForJson(reportComment, { params, body: { reason } })
        finish('Reported. Thank you; it will be looked at.')
      },
    },
    hide: {
      question: 'Hide this comment? Readers no longer see it. The moderation at the desk can show it again.',
      confirm: 'Hide it',
      busyText: 'Hiding …',
      cancel: 'Leave it',
      onConfirm: async () => {
        await callForJson(moderateComment, { params, body: { state: 'hidden', reportsResolved: true } })
        finish('Hidden. Readers no longer see this comment.')
      },
    },
    ...(authorId !== null && {
      ban: {
        question: `Ban ${comment.author}? They are signed out everywhere, and nobody sees their comments, until you lift it at the desk.`,
        confirm: `Ban ${comment.author}`,
        busyText: 'Banning …',
        cancel: 'Leave them',
        reasonLabel: 'Why? For the log. They get no message, but can download it with their data later.',
        onConfirm: async (reason: string) => {
          await callForJson(banPerson, { params: { id: authorId }, body: { reason } })
          finish(`${comment.author} is banned.`)
        },
      },
    }),
  }
  const confirmation = openAction && confirmations[openAction]
  const button = (action: Action, text: string) => (
    <button type="button" data-does={action} onClick={() => open(action)}>
      {text}
    </button>
  )
  return (
    <>
      {openAction === 'edit' ? (
        <EditCommentForm
          id={comment.id}
          content={comment.content}
          save={async (content) =>
            onSaved(await callForJson(editComment, { params: { id: comment.id }, body: { content } }))
          }
          onClose={close}
        />
      ) : (
        children
      )}
      {openAction === null && (
        <div className="links comment-actions" ref={buttons}>
          {comment.state === 'visible' && button('reply', 'Reply')}
          {editable && button('edit', 'Edit')}
          {isOwn && button('delete', 'Delete')}
          {!isOwn && !canModerate && authorId !== null && !outcome && button('report', 'Report')}
          {canModerate && !outcome && button('hide', 'Hide')}
          {canModerate && authorId !== null && !outcome && button('ban', 'Ban')}
        </div>
      )}
      {outcome && <p role="status">{outcome}</p>}
      {openAction === 'reply' && (
        <NewCommentForm
          pageKey={pageKey}
          parent={comment}
          label={comment.author ? `Your reply to ${comment.author}` : 'Your reply'}
          submit="Post reply"
          takesFocus={!isRestored}
          onClose={close}
          onPosted={onPosted}
        />
      )}
      {confirmation && <InlineConfirmation {...confirmation} onCancel={close} />}
    </>
  )
}

/**
 * Returns whether a time is in the future. Rerenders the component when the time has passed.
 * @param at milliseconds since the epoch
 */
function useIsFuture(at: number): boolean {
  const [, rerender] = useState(0)
  useEffect(() => {
    const left = at - Date.now()
    if (left <= 0) return
    const timer = setTimeout(() => rerender((count) => count + 1), left)
    return () => clearTimeout(timer)
  }, [at])
  return Date.now() < at
}
