import type { FastifyInstance } from 'fastify'
import * as calls from '#contract/comments.ts'
import * as moderationCalls from '#contract/moderation.ts'
import type { Bind } from '../../http/bind-endpoint.ts'
import { Refusal } from '../../http/failures.ts'
import { listAnswers } from './answer-list.ts'
import type { CommentContext } from './comment-context.ts'
import { readPolicy, setPolicy } from './comment-policy.ts'
import { judgeComment } from './judge-comment.ts'
import { readMailPreferences, saveMailPreferences, unsubscribe } from './mail-preferences.ts'
import { countModeration, listModerated } from './moderation.ts'
import { deleteComment, editComment } from './own-comments.ts'
import { postComment } from './post-comment.ts'
import { reportComment } from './report-comment.ts'

/** Adds the calls of comments (S7.09): reading, writing and reporting them, and mail preferences. */
export function commentRoutes(bind: Bind, context: CommentContext): void {
  const { db } = context
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

  bind(calls.getMailPreferences, async ({ actor }) => ({
    status: 200,
    body: await readMailPreferences(db, actor.userId),
  }))
  bind(calls.setMailPreferences, async ({ actor, body }) => {
    await saveMailPreferences(db, actor.userId, body)
    return { status: 200, body }
  })
  bind(calls.unsubscribe, async ({ body }) => {
    if (!(await unsubscribe(db, body.token))) throw new Refusal('link_expired')
    return { status: 204, body: undefined }
  })
}

/**
 * Adds unsubscribing by one click in a mail program (RFC 8058), which posts a form with the token in the address. A GET
 * of the address, as scanners send, changes nothing and leads to the page with the button.
 * @param scope a scope of its own, because forms are read nowhere else
 * @param bind the `bind` of that scope
 */
export function oneClickRoutes(scope: FastifyInstance, bind: Bind, { db, origin }: CommentContext): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, form, done) => done(null, form))
  bind(calls.unsubscribeByOneClick, async ({ query }) => {
    await unsubscribe(db, query.token)
    return { status: 204, body: undefined }
  })
  bind(calls.openUnsubscribe, ({ query }) => ({
    status: 303,
    body: undefined,
    headers: { location: `${origin}/unsubscribe#token=${query.token}` },
  }))
}

/** Adds the calls with which admins see and judge comments (S6.04). Changes are logged. */
export function moderationRoutes(bind: Bind, context: CommentContext): void {
  const { db, events } = context

  bind(moderationCalls.listModeratedComments, async ({ query }) => ({
    status: 200,
    body: {
      ...(await listModerated(context, query)),
      ...(await countModeration(db)),
      policy: await readPolicy(db),
    },
  }))
  bind(moderationCalls.moderateComment, async ({ params: { id }, body, actor }) => ({
    status: 200,
    body: await judgeComment(context, actor, { id, ...body }),
  }))
  bind(moderationCalls.setCommentPolicy, async ({ body, actor }) => {
    await setPolicy(db, actor, body.policy)
    await events.publish(db, 'moderation.changed')
    return { status: 200, body }
  })
}
