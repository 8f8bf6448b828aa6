import {
  deleteNotice as deleteNoticeCall,
  dismissNotice as dismissNoticeCall,
  editNotice as editNoticeCall,
  listDeskNotices as listDeskNoticesCall,
  listNotices as listNoticesCall,
  postNotice as postNoticeCall,
  withdrawNotice as withdrawNoticeCall,
} from '#contract/notices.ts'
import { by } from '../db/audit-log.ts'
import type { Database } from '../db/database.ts'
import type { Bind } from '../http/bind-endpoint.ts'
import { deleteNotice, editNotice, listDeskNotices, postNotice, withdrawNotice } from './desk.ts'
import { dismissNotice, listNotices } from './notices.ts'

interface NoticeContext {
  db: Database
  /** Tells open pages to ask again. One that begins or ends by itself is found by their poll. */
  noticesChanged: () => void
}

/** The notices of the site (S7.12), and their place at the desk (S6.04). */
export function noticeRoutes(bind: Bind, { db, noticesChanged }: NoticeContext): void {
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
    const notice = await postNotice(db, by(actor), body)
    noticesChanged()
    return { status: 201, body: notice }
  })
  bind(editNoticeCall, async ({ params: { id }, body, actor }) => {
    const notice = await editNotice(db, by(actor), id, body)
    noticesChanged()
    return { status: 200, body: notice }
  })
  bind(withdrawNoticeCall, async ({ params: { id }, body, actor }) => {
    const { notice, changed } = await withdrawNotice(db, by(actor), id, body.withdrawn)
    if (changed) noticesChanged()
    return { status: 200, body: notice }
  })
  bind(deleteNoticeCall, async ({ params: { id }, actor }) => {
    await deleteNotice(db, by(actor), id)
    noticesChanged()
    return { status: 204, body: undefined }
  })
}
