import * as calls from '#contract/notices.ts'
import { by } from '../../db/audit-log.ts'
import type { Bind } from '../../http/bind-endpoint.ts'
import { deleteNotice, editNotice, listDeskNotices, type NoticeContext, postNotice, withdrawNotice } from './desk.ts'
import { dismissNotice, listNotices } from './notices.ts'

/** Adds the calls about notices for readers (S7.12) and for the desk (S6.04). */
export function noticeRoutes(bind: Bind, context: NoticeContext): void {
  const { db } = context

  bind(calls.listNotices, async ({ actor }) => {
    const { shown, damaged } = await listNotices(db, actor)
    return { status: 200, body: shown, damaged }
  })
  bind(calls.dismissNotice, ({ params: { id }, actor }) => dismissNotice(db, actor, id))

  bind(calls.listDeskNotices, ({ query }) => listDeskNotices(db, query.cursor))
  bind(calls.postNotice, ({ body, actor }) => postNotice(context, by(actor), body))
  bind(calls.editNotice, ({ params: { id }, body, actor }) => editNotice(context, by(actor), id, body))
  bind(calls.withdrawNotice, ({ params: { id }, body, actor }) =>
    withdrawNotice(context, by(actor), id, body.withdrawn),
  )
  bind(calls.deleteNotice, ({ params: { id }, actor }) => deleteNotice(context, by(actor), id))
}
