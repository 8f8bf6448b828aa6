import {
  deleteNotice as deleteNoticeCall,
  dismissNotice as dismissNoticeCall,
  editNotice as editNoticeCall,
  listDeskNotices as listDeskNoticesCall,
  listNotices as listNoticesCall,
  postNotice as postNoticeCall,
  withdrawNotice as withdrawNoticeCall,
} from '#contract/notices.ts'
import { by } from '../../db/audit-log.ts'
import type { Bind } from '../../http/bind-endpoint.ts'
import { deleteNotice, editNotice, listDeskNotices, type NoticeContext, postNotice, withdrawNotice } from './desk.ts'
import { dismissNotice, listNotices } from './notices.ts'

/** Adds the calls about notices for readers (S7.12) and for the desk (S6.04). */
export function noticeRoutes(bind: Bind, context: NoticeContext): void {
  const { db } = context

  bind(listNoticesCall, async ({ actor }) => {
    const { shown, damaged } = await listNotices(db, actor)
    return { status: 200, body: shown, damaged }
  })
  bind(dismissNoticeCall, async ({ params: { id }, actor }) => {
    await dismissNotice(db, actor, id)
    return { status: 204, body: undefined }
  })

  bind(listDeskNoticesCall, async ({ query }) => ({ status: 200, body: await listDeskNotices(db, query.cursor) }))
  bind(postNoticeCall, async ({ body, actor }) => {
    const notice = await postNotice(context, by(actor), body)
    return { status: 201, body: notice }
  })
  bind(editNoticeCall, async ({ params: { id }, body, actor }) => {
    const notice = await editNotice(context, by(actor), id, body)
    return { status: 200, body: notice }
  })
  bind(withdrawNoticeCall, async ({ params: { id }, body, actor }) => {
    const notice = await withdrawNotice(context, by(actor), id, body.withdrawn)
    return { status: 200, body: notice }
  })
  bind(deleteNoticeCall, async ({ params: { id }, actor }) => {
    await deleteNotice(context, by(actor), id)
    return { status: 204, body: undefined }
  })
}
