import * as calls from '#contract/comments.ts'
import type { Bind } from '../../http/bind-endpoint.ts'
import { listAnswers } from './answer-list.ts'
import type { CommentContext } from './comment-context.ts'
import { mailPreferenceRoutes } from './mail-routes.ts'
import { deleteComment, editComment } from './own-comments.ts'
import { postComment } from './post-comment.ts'
import { reportComment } from './report-comment.ts'

/** Adds the calls of comments (S7.09): reading, writing and reporting them, and mail preferences. */
export function commentRoutes(bind: Bind, context: CommentContext): void {
  const answerList = listAnswers(context)

  bind(calls.listComments, ({ params, query, actor }) => answerList({ ...params, ...query, actor }))
  bind(calls.postComment, async ({ body, actor }) => {
    const { comment, isNew } = await postComment(context, actor, body)
    return isNew ? { status: 201, body: comment } : { status: 200, body: comment }
  })
  bind(calls.editComment, async ({ params: { id }, body, actor }) => ({
    status: 200,
    body: await editComment(context, actor, { id, content: body.content }),
  }))
  bind(calls.deleteComment, async ({ params: { id }, actor }) => {
    await deleteComment(context, actor, id)
    return { status: 204, body: undefined }
  })
  bind(calls.reportComment, async ({ params: { id }, body, actor }) => {
    await reportComment(context, actor, { id, reason: body.reason })
    return { status: 204, body: undefined }
  })
  mailPreferenceRoutes(bind, context)
}
