import type { Comment, editComment } from '#contract/comments.ts'
import type { Body } from '#contract/endpoint.ts'
import { json } from '../kit/api.ts'
import { callAsReader } from './call-comments.ts'
import type { PostBody } from './waiting.ts'

/**
 * Posts a comment, once however often it is tried.
 * @returns it as it is now
 * @throws what a call throws
 */
export async function postComment(body: PostBody): Promise<Comment> {
  const response = await callAsReader('/comments', json('POST', body))
  const posted: Comment = await response.json()
  // It had arrived before, but its answer had not, and meanwhile it was written on.
  return response.status === 200 && posted.content !== body.content.trim()
    ? changeComment(posted, body.content)
    : posted
}

/** @returns the comment as it is now. @throws what a call throws */
export async function changeComment({ id }: Comment, content: string): Promise<Comment> {
  const body: Body<typeof editComment> = { content }
  const response = await callAsReader(`/comments/${id}`, json('PATCH', body))
  return response.json()
}
