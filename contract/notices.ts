import * as z from 'zod'
import { damagedRowsSchema } from './damaged-rows.ts'
import { defineEndpoint } from './endpoint.ts'

const nothing = z.undefined()
const ms = z.int()
const id = z.object({ id: z.uuid() })

export const noticePriorities = ['low', 'normal', 'high'] as const
export const noticeAudiences = ['everyone', 'readers', 'admins'] as const

const link = z.object({ label: z.string(), url: z.string() })

/** A notice as pages show it (S3.06). A notice that has only `id` and `message` gets normal priority and no links. */
export const noticeSchema = z.object({
  id: z.string(),
  message: z.string(),
  priority: z.enum(noticePriorities).optional(),
  links: z.array(link).optional(),
})
export type Notice = z.output<typeof noticeSchema>

/** Returns the current notices for the caller, without those that the caller has dismissed (S7.12). */
export const listNotices = defineEndpoint({
  method: 'GET',
  path: '/notifications',
  access: 'anyone',
  replies: { 200: z.array(noticeSchema) },
  // Refuses a call with an expired token. Otherwise the reader would get the notices for visitors, including notices
  // that the reader has dismissed.
  errors: ['unauthenticated'],
})

/** Dismisses a notice on all devices of the reader (S7.12, S2.52). A repeated call changes nothing. */
export const dismissNotice = defineEndpoint({
  method: 'POST',
  path: '/notifications/dismiss/:id',
  access: 'reader',
  params: id,
  replies: { 204: nothing },
  errors: ['not_found'],
})

export const deskNoticeSchema = noticeSchema.required().extend({
  audience: z.enum(noticeAudiences),
  push: z.boolean(),
  startsAt: ms,
  endsAt: ms.nullable(),
  /** When an admin withdrew the notice; null otherwise. */
  withdrawnAt: ms.nullable(),
  /** Whether the notice is the sample that a new database contains. */
  sample: z.boolean(),
  createdAt: ms,
  /** The number of readers who dismissed the notice. */
  dismissals: z.int(),
  /** Changes when an admin edits the notice. */
  version: z.string(),
})
export type DeskNotice = z.output<typeof deskNoticeSchema>

const draft = z.object({
  message: z.string(),
  priority: z.enum(noticePriorities).default('normal'),
  audience: z.enum(noticeAudiences).default('everyone'),
  /**
   * Whether the notice is also sent by push when it starts. Push goes to readers who may see the notice and have
   * switched on push messages about notices.
   */
  push: z.boolean().default(false),
  links: z.array(link).default([]),
  /** When the notice starts; null means now. */
  startsAt: ms.nullable().default(null),
  /** When the notice ends; null when it stays until an admin withdraws it. */
  endsAt: ms.nullable().default(null),
})

const draftErrors = [
  'message_missing',
  'message_too_long',
  'link_invalid',
  'too_many_links',
  'end_before_start',
] as const

export const listDeskNotices = defineEndpoint({
  method: 'GET',
  path: '/api/desk/notices',
  access: 'admin',
  query: z.object({ cursor: z.uuid().optional() }),
  replies: {
    200: z.object({ notices: z.array(deskNoticeSchema), damaged: damagedRowsSchema, next: z.string().nullable() }),
  },
})

export const postNotice = defineEndpoint({
  method: 'POST',
  path: '/api/desk/notices',
  access: 'admin',
  body: draft,
  replies: { 201: deskNoticeSchema },
  errors: draftErrors,
})

export const editNotice = defineEndpoint({
  method: 'PUT',
  path: '/api/desk/notices/:id',
  access: 'admin',
  params: id,
  /** The version of the notice that the admin has edited. Without it, the notice is replaced unseen. */
  body: draft.extend({ version: z.string().optional() }),
  replies: { 200: deskNoticeSchema },
  errors: ['not_found', 'notice_changed', ...draftErrors],
})

/** Withdraws a notice, or restores it unchanged. */
export const setNoticeWithdrawal = defineEndpoint({
  method: 'PUT',
  path: '/api/desk/notices/:id/withdrawn',
  access: 'admin',
  params: id,
  body: z.object({ withdrawn: z.boolean() }),
  replies: { 200: deskNoticeSchema },
  errors: ['not_found'],
})

/** Deletes a notice permanently. */
export const deleteNotice = defineEndpoint({
  method: 'DELETE',
  path: '/api/desk/notices/:id',
  access: 'admin',
  params: id,
  replies: { 204: nothing },
  errors: ['not_found', 'proof_required', 'protection_required'],
})
