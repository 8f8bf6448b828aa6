import { SECOND_MS } from '#contract/limits.ts'
import { defineFeature } from '../define-feature.ts'
import type { NoticeContext } from './desk.ts'
import { pushDueNotices } from './push-notices.ts'
import { noticeRoutes } from './routes.ts'
import { addSampleNotice } from './sample.ts'
import { noticeUserData } from './user-data.ts'

/** @param hasSamples whether a new database gets a sample notice */
export const notices = ({ hasSamples, ...context }: NoticeContext & { hasSamples: boolean }) =>
  defineFeature({
    name: 'notices',
    switchedBy: 'accounts',
    routes: ({ bind }) => noticeRoutes(bind, context),
    jobs: [{ everyMs: SECOND_MS, run: () => pushDueNotices(context.db) }],
    userData: noticeUserData,
    prepare: async () => {
      if (hasSamples) await addSampleNotice(context.db)
    },
  })
