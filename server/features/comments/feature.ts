import type { DatabaseOrTx, Tx } from '../../db/database.ts'
import { createSubscription, type EventBus } from '../../events/events.ts'
import type { ServedBuild } from '../../http/served-build.ts'
import { tryParseJson } from '../../http/try-parse-json.ts'
import { type DeletedPerson, defineFeature } from '../define-feature.ts'
import type { CommentContext } from './comment-context.ts'
import { commentFeedRoutes } from './comment-feed.ts'
import { createCommentPageLookup, moveCommentsOfRenamedPages } from './comment-pages.ts'
import { createPersonCommentRecordSource } from './comment-records.ts'
import { createCommentInboxSource } from './moderation.ts'
import {
  createProfileChangedSubscription,
  eraseComments,
  lockUserAndCommentPages,
  pruneComments,
  publishCommentChanges,
  recomputeVisibility,
} from './recompute-visibility.ts'
import {
  createUnbanSubscription,
  deleteUnsentReplyMails,
  notifyOfUnbannedReplies,
  readReplyMailPreference,
} from './reply-notifications.ts'
import { commentRoutes, moderationRoutes, oneClickUnsubscribeRoutes } from './routes.ts'

export function createCommentsFeature(options: Omit<CommentContext, 'pages' | 'build'> & { build: ServedBuild }) {
  const { db, build } = options
  const context = { ...options, pages: createCommentPageLookup(build) }
  const moveRenamed = () => moveCommentsOfRenamedPages(db, build.pages)
  return defineFeature({
    name: 'comments',
    switchedBy: 'comments',
    routes: ({ scope, bind, addScope }) => {
      commentRoutes(bind, context)
      commentFeedRoutes(scope, context)
      addScope('one-click forms', (form) => oneClickUnsubscribeRoutes(form.bind, context))
      moderationRoutes(bind, context)
    },
    userData: [commentUserData(context.events)],
    rowSubscriptions: [createProfileChangedSubscription(context.events)],
    subscriptions: [
      // Runs after the row subscription, which makes the comments of an unbanned author readable again.
      createUnbanSubscription(context),
      createSubscription('build.served', moveRenamed),
    ],
    inbox: [createCommentInboxSource(context)],
    personRecords: [createPersonCommentRecordSource(context)],
    prepare: async () => {
      await moveRenamed()
      await notifyOfUnbannedReplies(context)
    },
  })
}

/** Exports and erases the comments, reports and mail preferences of a person. */
const commentUserData = (events: EventBus) => ({
  export: async (db: DatabaseOrTx, userId: string) => {
    const comments = await db
      .selectFrom('comments')
      .select(['id', 'page', 'parent_id as replyTo', 'content', 'created_at as createdAt', 'edited_at as editedAt'])
      .select(['state', 'spam_score', 'spam_reasons'])
      .where('user_id', '=', userId)
      .orderBy('created_at')
      .execute()
    const reports = await db
      .selectFrom('comment_reports')
      .select(['comment_id as comment', 'reason', 'created_at as createdAt', 'resolved_at as resolvedAt'])
      .where('user_id', '=', userId)
      .orderBy('created_at')
      .execute()
    return {
      comments: comments.map(({ spam_score: score, spam_reasons: reasons, ...comment }) => ({
        ...comment,
        spam: { score, reasons: tryParseJson(reasons) },
      })),
      reports,
      mailPreferences: await readReplyMailPreference(db, userId),
    }
  },
  // Guests write no comments.
  erase: async (tx: Tx, { userId }: DeletedPerson): Promise<void> => {
    await lockUserAndCommentPages(tx, userId)
    await deleteUnsentReplyMails(tx, userId)
    await eraseComments(tx, { userId })
    const pages = await recomputeVisibility(tx, { userId })
    await pruneComments(tx, { userId })
    await tx.deleteFrom('comment_reports').where('user_id', '=', userId).execute()
    await publishCommentChanges(events, tx, pages)
  },
})
