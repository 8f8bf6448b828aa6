import type { SitePage } from '../../http/build-output.ts'
import { defineFeature } from '../define-feature.ts'
import type { CommentContext } from './comment-context.ts'
import { commentFeedRoutes } from './comment-feed.ts'
import { commentPages } from './comment-pages.ts'
import { oneClickRoutes } from './mail-routes.ts'
import { countModeration } from './moderation.ts'
import { moderationRoutes } from './moderation-routes.ts'
import { moveComments } from './move-comments.ts'
import { onProfileChanged } from './profile-changed.ts'
import { commentRoutes } from './routes.ts'
import { commentUserData } from './user-data.ts'

export function comments({ pages, ...options }: Omit<CommentContext, 'pages'> & { pages: readonly SitePage[] }) {
  const context = { ...options, pages: commentPages(pages) }
  return defineFeature({
    name: 'comments',
    switchedBy: 'comments',
    routes: ({ scope, bind, addScope }) => {
      commentRoutes(bind, context)
      commentFeedRoutes(scope, context)
      addScope('one-click forms', (form) => oneClickRoutes(form.scope, form.bind, context))
      moderationRoutes(bind, context)
    },
    userData: commentUserData(context.events),
    subscriptions: [onProfileChanged(context.events)],
    deskCounts: { comments: countModeration },
    prepare: () => moveComments(context.db, pages),
  })
}
