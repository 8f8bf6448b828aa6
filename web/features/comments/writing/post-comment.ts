import { type Comment, editComment, postComment as post } from '#contract/comments.ts'
import { callAsReader } from '../call-comments.ts'
import type { PostBody } from './waiting.ts'

/**
 * Posts a comment, once however often it is tried.
 * @returns it as it is now
 * @throws what a call throws
 */
export async function postComment(body: PostBody): Promise<Comment> {
  const response = await callAsReader(post, { body })
  const posted = await response.json()
  // It had arrived before, but its answer had not, and meanwhile it was written on.
  return response.status === 200 && posted.content !== body.content.trim()
    ? changeComment(posted, body.content)
    : posted
}

/** @returns the comment as it is now. @throws what a call throws */
export async function changeComment({ id }: Comment, content: string): Promise<Comment> {
  const response = await callAsReader(editComment, { params: { id }, body: { content } })
  return response.json()
}
