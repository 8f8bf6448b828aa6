import * as calls from '#contract/moderation.ts'
import type { Bind } from '../../http/bind-endpoint.ts'
import type { CommentContext } from './comment-context.ts'
import { readPolicy, setPolicy } from './comment-policy.ts'
import { judgeComment } from './judge-comment.ts'
import { countModeration, listModerated } from './moderation.ts'

/** Adds the calls with which admins see and judge comments (S6.04). Changes are logged. */
export function moderationRoutes(bind: Bind, context: CommentContext): void {
  const { db, events } = context

  bind(calls.listModeratedComments, async ({ query }) => ({
    status: 200,
    body: {
      ...(await listModerated(context, query)),
      ...(await countModeration(db)),
      policy: await readPolicy(db),
    },
  }))
  bind(calls.moderateComment, async ({ params: { id }, body, actor }) => ({
    status: 200,
    body: await judgeComment(context, actor, { id, ...body }),
  }))
  bind(calls.setCommentPolicy, async ({ body, actor }) => {
    await setPolicy(db, actor, body.policy)
    await events.publish(db, 'moderation.changed')
    return { status: 200, body }
  })
}
