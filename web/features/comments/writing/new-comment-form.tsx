import { useRef, useState } from 'react'
import type { Comment } from '#contract/comments.ts'
import { createIdempotencyKey } from '../../../api/call-api.ts'
import { type PostCommentBody, postCommentOnce } from '../../../api/post-comment-once.ts'
import { ApiError } from '../../../api/problem.ts'
import { useSession } from '../../../api/session.ts'
import { CommentForm, type CommentFormProps } from './comment-form.tsx'
import { toDraftName, useDraft } from './drafts.ts'
import { scheduleWaitingCommentsRetry } from './send-waiting-comments.ts'
import { useCommentApprovalRequirement } from './use-approval-requirement.ts'
import { storeWaitingComment } from './waiting-comments-store.ts'

interface NewCommentProps extends Pick<CommentFormProps, 'label' | 'submit' | 'takesFocus'> {
  pageKey: string
  parent?: Comment
  onPosted: (comment: Comment) => void
  onClose?: () => void
}

const hints = {
  none: null,
  first: 'Your first comment waits for approval before others see it.',
  all: 'Comments wait for approval before others see them.',
}

/** The form for a new comment or reply (S5.03). Its text is stored as a draft until it is posted. */
export function NewCommentForm({ pageKey, parent, onPosted, onClose, ...form }: NewCommentProps) {
  const name = toDraftName(pageKey, parent?.id)
  const draft = useDraft(name)
  const user = useSession(({ user }) => user)
  const opened = useRef(performance.now())
  const [message, setMessage] = useState('')
  const [postedId, setPostedId] = useState<string>()
  const approval = useCommentApprovalRequirement(postedId)

  async function post(content: string, website: string) {
    setMessage('')
    const body: PostCommentBody = {
      pageUrl: pageKey,
      author: user?.user,
      profilePicture: user?.profilePicture,
      content,
      parentId: parent?.id ?? null,
      key: draft.key ?? createIdempotencyKey(),
      openMs: Math.round(performance.now() - opened.current),
      website,
    }
    const comment = await postCommentOnce(body).catch((error: unknown) => {
      if ((error instanceof ApiError && error.status > 0) || !user) throw error
      console.info('The comment waits for a connection (S8.05)', error)
      storeWaitingComment({ userId: user.id, body, to: parent?.author ?? null, problem: null })
      scheduleWaitingCommentsRetry()
      return null
    })
    if (comment) {
      onPosted(comment)
      setPostedId(comment.id)
    }
    const isMore = draft.drop(content)
    opened.current = performance.now()
    if (comment)
      setMessage(
        comment.state === 'pending'
          ? 'Thank you. Your comment waits for approval. Until then, only you see it.'
          : 'Your comment is posted.',
      )
    if (!isMore) onClose?.()
  }

  return (
    <CommentForm
      {...form}
      name={name}
      text={draft.text}
      onText={(text) => {
        setMessage('')
        draft.write(text)
      }}
      send={post}
      busyText="Posting …"
      message={message}
      hint={approval && hints[approval]}
      {...(onClose && {
        onCancel: () => {
          // A reply to a deleted comment cannot be posted later, so its draft is not kept.
          if (parent?.state === 'gone') draft.drop()
          onClose()
        },
      })}
    />
  )
}
