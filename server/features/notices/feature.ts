import { SECOND_MS } from '#contract/limits.ts'
import * as calls from '#contract/notices.ts'
import type { Database, DatabaseOrTx } from '../../db/database.ts'
import { createId } from '../../db/ids.ts'
import { addSampleToNewDatabase, runSampleReplacedSetupCheck } from '../../db/samples.ts'
import { createSubscription } from '../../events/events.ts'
import type { BindEndpoint } from '../../http/bind-endpoint.ts'
import { wakeWorkerAfterCommit } from '../../outbox/outbox.ts'
import { defineFeature } from '../define-feature.ts'
import {
  deleteNotice,
  editNotice,
  listDeskNotices,
  type NoticeContext,
  postNotice,
  setNoticeWithdrawn,
} from './desk.ts'
import { dismissNotice, listCurrentNotices } from './notices.ts'
import { enqueueDueNoticePushes, findNextNoticePushTime } from './push-notices.ts'

/**
 * The interval of the push job. A new notice usually wakes the job. If another process stores a notice and cannot wake
 * the job here, the notice is pushed at most this much later.
 */
const PAUSE_MS = 30 * SECOND_MS

export const createNoticesFeature = ({ hasSamples, ...context }: NoticeContext & { hasSamples: boolean }) => {
  const { db } = context
  return defineFeature({
    name: 'notices',
    switchedBy: 'accounts',
    routes: ({ bind }) => noticeRoutes(bind, context),
    jobs: [
      {
        work: 'notice_push',
        everyMs: PAUSE_MS,
        run: () => enqueueDueNoticePushes(db),
        nextAt: (until) => findNextNoticePushTime(db, until),
      },
    ],
    subscriptions: [createSubscription('notices.changed', () => wakeWorkerAfterCommit(db, 'notice_push'))],
    userData: [noticeUserData],
    setupChecks: { sampleNotice: () => runSampleReplacedSetupCheck(db, 'notices') },
    prepare: async () => {
      if (hasSamples) await addSampleNotice(db)
    },
  })
}

/** Adds the calls about notices for readers (S7.12) and for the desk (S6.04). */
export function noticeRoutes(bind: BindEndpoint, context: NoticeContext): void {
  const { db } = context

  bind(calls.listNotices, async ({ actor }) => {
    const { shown, damaged } = await listCurrentNotices(db, actor)
    return { status: 200, body: shown, damaged }
  })
  bind(calls.dismissNotice, ({ params: { id }, actor }) => dismissNotice(db, actor, id))

  bind(calls.listDeskNotices, ({ query }) => listDeskNotices(db, query.cursor))
  bind(calls.postNotice, ({ body, actor }) => postNotice(context, actor, body))
  bind(calls.editNotice, ({ params: { id }, body, actor }) => editNotice(context, actor, id, body))
  bind(calls.setNoticeWithdrawal, ({ params: { id }, body, actor }) =>
    setNoticeWithdrawn(context, actor, id, body.withdrawn),
  )
  bind(calls.deleteNotice, ({ params: { id }, actor }) => deleteNotice(context, actor, id))
}

const links = [
  { label: 'What the site keeps of its readers', url: '/privacy' },
  { label: 'Notices at the desk', url: '/desk/notices' },
]

export const addSampleNotice = (db: Database): Promise<void> =>
  addSampleToNewDatabase(db, 'samples', async (tx) => {
    const now = Date.now()
    await tx
      .insertInto('notices')
      .values({
        id: createId(),
        message: 'Welcome to your new site. This is a sample notice, which every reader sees until you delete it.',
        priority: 'normal',
        audience: 'everyone',
        links: JSON.stringify(links),
        starts_at: now,
        push: 0,
        is_sample: 1,
        created_at: now,
      })
      .execute()
  })

/** Exports the notices that a reader has dismissed. The dismissals are deleted with the account. */
const noticeUserData = {
  export: async (db: DatabaseOrTx, userId: string) => {
    const dismissedNotices = await db
      .selectFrom('notice_dismissals')
      .innerJoin('notices', 'notices.id', 'notice_id')
      .select(['message', 'dismissed_at as dismissedAt'])
      .where('user_id', '=', userId)
      .orderBy('dismissed_at')
      .execute()
    return { dismissedNotices }
  },
}
