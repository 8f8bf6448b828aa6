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
  bind(calls.dismissNotice, async ({ params: { id }, actor }) => {
    await dismissNotice(db, actor, id)
    return { status: 204, body: undefined }
  })

  bind(calls.listDeskNotices, async ({ query }) => ({ status: 200, body: await listDeskNotices(db, query.cursor) }))
  bind(calls.postNotice, async ({ body, actor }) => ({
    status: 201,
    body: await postNotice(context, by(actor), body),
  }))
  bind(calls.editNotice, async ({ params: { id }, body, actor }) => ({
    status: 200,
    body: await editNotice(context, by(actor), id, body),
  }))
  bind(calls.withdrawNotice, async ({ params: { id }, body, actor }) => ({
    status: 200,
    body: await withdrawNotice(context, by(actor), id, body.withdrawn),
  }))
  bind(calls.deleteNotice, async ({ params: { id }, actor }) => {
    await deleteNotice(context, by(actor), id)
    return { status: 204, body: undefined }
  })
}
