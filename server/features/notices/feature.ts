import { SECOND_MS } from '#contract/limits.ts'
import { defineFeature } from '../define-feature.ts'
import type { NoticeContext } from './desk.ts'
import { pushDueNotices } from './push-notices.ts'
import { noticeRoutes } from './routes.ts'
import { noticeUserData } from './user-data.ts'

export const notices = (context: NoticeContext) =>
  defineFeature({
    name: 'notices',
    switchedBy: 'accounts',
    routes: ({ bind }) => noticeRoutes(bind, context),
    jobs: [{ everyMs: SECOND_MS, run: () => pushDueNotices(context.db) }],
    userData: noticeUserData,
  })
