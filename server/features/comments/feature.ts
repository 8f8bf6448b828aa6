import type { SitePage } from '../../http/build-output.ts'
import { defineFeature } from '../define-feature.ts'
import type { CommentContext } from './comment-context.ts'
import { commentFeedRoutes } from './comment-feed.ts'
import { commentPages, moveComments } from './comment-pages.ts'
import { countModeration } from './moderation.ts'
import { commentRoutes, moderationRoutes, oneClickRoutes } from './routes.ts'
import { onProfileChanged } from './update-visibility.ts'
import { commentUserData } from './user-data.ts'

export function comments({ pages, ...options }: Omit<CommentContext, 'pages'> & { pages: readonly SitePage[] }) {
  const context = { ...options, pages: commentPages(pages) }
  return defineFeature({
    name: 'comments',
    switchedBy: 'comments',
    routes: ({ scope, bind, addScope }) => {
      commentRoutes(bind, context)
      commentFeedRoutes(scope, context)
      addScope('one-click forms', (form) => oneClickRoutes(form.bind, context))
      moderationRoutes(bind, context)
    },
    userData: commentUserData(context.events),
    subscriptions: [onProfileChanged(context.events)],
    deskCounts: { comments: countModeration },
    prepare: () => moveComments(context.db, pages),
  })
}
