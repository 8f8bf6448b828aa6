import * as calls from '#contract/comments.ts'
import * as moderationCalls from '#contract/moderation.ts'
import type { BindEndpoint } from '../../http/bind-endpoint.ts'
import { Refusal } from '../../http/failures.ts'
import type { CommentContext } from './comment-context.ts'
import { createCommentListHandler } from './list-public-comments.ts'
import {
  changeSiteApprovalPolicy,
  countModerationQueue,
  readApprovalPolicy,
  readDeskCommentsPage,
  reportComment,
  setCommentStateAndReports,
} from './moderation.ts'
import { deleteComment, editComment, postComment, readApprovalRequirement } from './own-comments.ts'
import { readReplyMailPreference, saveReplyMailPreference, unsubscribeFromReplyMails } from './reply-notifications.ts'

/** Adds the calls of comments (S7.09): reading, writing and reporting them, and mail preferences. */
export function commentRoutes(bind: BindEndpoint, context: CommentContext): void {
  const { db } = context
  const answerList = createCommentListHandler(context)

  bind(calls.listComments, ({ params, query, actor }) => answerList({ ...params, ...query, actor }))
  bind(calls.postComment, async ({ body, actor }) => {
    const { comment, isNew } = await postComment(context, actor, body)
    return isNew ? { status: 201, body: comment } : { status: 200, body: comment }
  })
  bind(calls.getCommentApprovalRequirement, ({ actor }) => readApprovalRequirement(context, actor))
  bind(calls.editComment, ({ params: { id }, body, actor }) => editComment(context, actor, id, body.content))
  bind(calls.deleteComment, ({ params: { id }, actor }) => deleteComment(context, actor, id))
  bind(calls.reportComment, ({ params: { id }, body, actor }) => reportComment(context, actor, id, body.reason))

  bind(calls.getReplyMailPreference, ({ actor }) => readReplyMailPreference(db, actor.userId))
  bind(calls.setReplyMailPreference, async ({ actor, body }) => {
    await saveReplyMailPreference(db, actor.userId, body)
    return body
  })
  bind(calls.unsubscribeFromReplyMails, async ({ body }) => {
    if (!(await unsubscribeFromReplyMails(db, body.token))) throw new Refusal('link_expired')
  })
}

/** Adds the calls that unsubscribe by a form (RFC 8058). A GET request, which link scanners send, changes nothing. */
export function oneClickUnsubscribeRoutes(bind: BindEndpoint, { db, origin }: CommentContext): void {
  bind(calls.unsubscribeFromReplyMailsByOneClick, async ({ query }) => {
    await unsubscribeFromReplyMails(db, query.token)
  })
  bind(calls.redirectToUnsubscribePage, ({ query }) => ({
    status: 303,
    body: undefined,
    headers: { location: `${origin}/unsubscribe#token=${query.token}` },
  }))
}

/** Adds the calls with which admins read and moderate comments (S6.04). Changes are logged. */
export function moderationRoutes(bind: BindEndpoint, context: CommentContext): void {
  const { db, events } = context

  bind(moderationCalls.listDeskComments, async ({ query }) => ({
    ...(await readDeskCommentsPage(context, query)),
    ...(await countModerationQueue(db)),
    policy: await readApprovalPolicy(db),
  }))
  bind(moderationCalls.moderateComment, ({ params: { id }, body, actor }) =>
    setCommentStateAndReports(context, actor, { id, ...body }),
  )
  bind(moderationCalls.setCommentApprovalPolicy, async ({ body, actor }) => {
    await changeSiteApprovalPolicy(db, actor, body.policy)
    await events.publish(db, 'moderation.changed')
    return body
  })
}
