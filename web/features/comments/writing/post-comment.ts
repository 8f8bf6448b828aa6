import { type Comment, editComment, postComment as post } from '#contract/comments.ts'
import { callAsReader } from '../call-comments.ts'
import type { PostCommentBody } from './waiting-comments-store.ts'

/**
 * Posts a comment. Repeated calls post it only once.
 * @returns the comment as it is stored
 * @throws what a call throws
 */
export async function postComment(body: PostCommentBody): Promise<Comment> {
  const response = await callAsReader(post, { body })
  const posted = await response.json()
  // An earlier call has already stored it, and the text was changed since then.
  return response.status === 200 && posted.content !== body.content.trim()
    ? updateComment(posted, body.content)
    : posted
}

/** Saves a new text of a comment. @returns the comment as it is stored. @throws what a call throws */
export async function updateComment({ id }: Comment, content: string): Promise<Comment> {
  const response = await callAsReader(editComment, { params: { id }, body: { content } })
  return response.json()
}
