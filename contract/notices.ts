import * as z from 'zod'
import { damagedRows } from './damaged-rows.ts'
import { defineEndpoint } from './endpoint.ts'

const nothing = z.undefined()
const ms = z.int()
const id = z.object({ id: z.uuid() })

export const noticePriorities = ['low', 'normal', 'high'] as const
export const noticeAudiences = ['everyone', 'readers', 'admins'] as const

const link = z.object({ label: z.string(), url: z.string() })

/** S3.06: a notice as it is shown. Exactly `{ id, message }` is one: its priority is normal then, and it has no links. */
export const notice = z.object({
  id: z.string(),
  message: z.string(),
  priority: z.enum(noticePriorities).optional(),
  links: z.array(link).optional(),
})
export type Notice = z.output<typeof notice>

/** S7.12: what is on now, for who asks, and has not been dismissed by them. */
export const listNotices = defineEndpoint({
  method: 'GET',
  path: '/notifications',
  access: 'anyone',
  replies: { 200: z.array(notice) },
  // Taken for nobody, a reader would be shown again what they have dismissed.
  errors: ['unauthenticated'],
})

/** S7.12, S2.52: for who is logged in, on every device; done again it changes nothing. */
export const dismissNotice = defineEndpoint({
  method: 'POST',
  path: '/notifications/dismiss/:id',
  access: 'reader',
  params: id,
  replies: { 204: nothing },
  errors: ['not_found'],
})

export const deskNotice = notice.required().extend({
  audience: z.enum(noticeAudiences),
  push: z.boolean(),
  startsAt: ms,
  endsAt: ms.nullable(),
  /** Taken back before its end. */
  withdrawnAt: ms.nullable(),
  /** It came with a new database. */
  sample: z.boolean(),
  createdAt: ms,
  /** How many readers have dismissed it. */
  dismissals: z.int(),
})
export type DeskNotice = z.output<typeof deskNotice>

const draft = z.object({
  message: z.string(),
  priority: z.enum(noticePriorities).default('normal'),
  audience: z.enum(noticeAudiences).default('everyone'),
  /** Whether it also goes out by push, to who may read it and wants it, when it begins. */
  push: z.boolean().default(false),
  links: z.array(link).default([]),
  /** Null for at once. */
  startsAt: ms.nullable().default(null),
  /** Null for until it is withdrawn. */
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
  replies: { 200: z.object({ notices: z.array(deskNotice), damaged: damagedRows, next: z.string().nullable() }) },
  errors: [],
})

export const postNotice = defineEndpoint({
  method: 'POST',
  path: '/api/desk/notices',
  access: 'admin',
  body: draft,
  replies: { 201: deskNotice },
  errors: draftErrors,
})

export const editNotice = defineEndpoint({
  method: 'PUT',
  path: '/api/desk/notices/:id',
  access: 'admin',
  params: id,
  body: draft,
  replies: { 200: deskNotice },
  errors: ['not_found', ...draftErrors],
})

/** Takes a notice back, or brings it back as it was. */
export const withdrawNotice = defineEndpoint({
  method: 'PUT',
  path: '/api/desk/notices/:id/withdrawn',
  access: 'admin',
  params: id,
  body: z.object({ withdrawn: z.boolean() }),
  replies: { 200: deskNotice },
  errors: ['not_found'],
})

/** Deletes a notice for good, such as the sample. */
export const deleteNotice = defineEndpoint({
  method: 'DELETE',
  path: '/api/desk/notices/:id',
  access: 'admin',
  params: id,
  replies: { 204: nothing },
  errors: ['not_found'],
})
