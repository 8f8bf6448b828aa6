import { type Comment, editComment, postComment as post } from '#contract/comments.ts'
import type { RequestBody } from '#contract/endpoint.ts'
import { callForJson, callForResponse } from './call-api.ts'

export type PostCommentBody = RequestBody<typeof post> & { key: string }

/**
 * Posts a comment. Repeated calls post it only once.
 * @returns the comment as it is stored
 * @throws what callForResponse throws
 */
export async function postCommentOnce(body: PostCommentBody): Promise<Comment> {
  const response = await callForResponse(post, { body })
  const posted = await response.json()
  // The status 200 means that an earlier call has already stored the comment. If the author has changed the text since
  // then, the stored comment is edited.
  return response.status === 200 && posted.content !== body.content.trim()
    ? callForJson(editComment, { params: { id: posted.id }, body: { content: body.content } })
    : posted
}
