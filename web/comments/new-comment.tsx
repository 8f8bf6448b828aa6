import { useRef, useState } from 'react'
import { v4 as uuid } from 'uuid'
import type { Comment, editComment, postComment } from '#contract/comments.ts'
import type { Body } from '#contract/endpoint.ts'
import { json } from '../kit/api.ts'
import { callAsReader } from './call-comments.ts'
import { CommentForm } from './comment-form.tsx'
import { draftName, useDraft } from './drafts.ts'

interface NewCommentProps {
  pageKey: string
  /** What it answers. */
  parent?: Comment
  label: string
  /** On the button that sends it. */
  send: string
  onPosted: (comment: Comment) => void
  /** Takes the form away, where it can go. */
  onClose?: () => void
}

/** The form for a comment, or for an answer, whose text is a draft until it is posted (S5.03). */
export function NewComment({ pageKey, parent, label, send, onPosted, onClose }: NewCommentProps) {
  const name = draftName(pageKey, parent?.id)
  const draft = useDraft(name)
  const opened = useRef(performance.now())
  const [said, say] = useState('')

  async function post(content: string, website: string) {
    say('')
    const body: Body<typeof postComment> = {
      pageUrl: pageKey,
      content,
      parentId: parent?.id ?? null,
      key: draft.key ?? uuid(),
      openMs: Math.round(performance.now() - opened.current),
      website,
    }
    const response = await callAsReader('/comments', json('POST', body))
    const posted: Comment = await response.json()
    // It had arrived before, but its answer had not, and meanwhile it was written on.
    const comment =
      response.status === 200 && posted.content !== content.trim() ? await change(posted, content) : posted
    onPosted(comment)
    draft.drop()
    opened.current = performance.now()
    say(comment.state === 'pending' ? 'Thank you. Your comment waits for approval.' : 'Your comment is posted.')
    onClose?.()
  }

  return (
    <CommentForm
      name={name}
      label={label}
      text={draft.text}
      onText={(text) => {
        say('')
        draft.write(text)
      }}
      send={post}
      sendWords={send}
      busyWords="Posting …"
      said={said}
      {...(onClose && { onCancel: onClose })}
    />
  )
}

/** @returns the comment as it is now */
export async function change({ id }: Comment, content: string): Promise<Comment> {
  const body: Body<typeof editComment> = { content }
  const response = await callAsReader(`/comments/${id}`, json('PATCH', body))
  return response.json()
}
