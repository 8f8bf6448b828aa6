import * as z from 'zod'
import { damagedRowsSchema } from './damaged-rows.ts'
import { defineEndpoint } from './endpoint.ts'
import { deskCommentSchema } from './moderation.ts'

/** The kinds of items that wait for an admin. */
export const inboxKinds = ['comment', 'application', 'error', 'mail', 'payment', 'kitchen', 'build', 'backup'] as const
export type InboxKind = (typeof inboxKinds)[number]

export const inboxItemSchema = z.object({
  kind: z.enum(inboxKinds),
  /** The id of the comment, person, error, mail, payment alert or kitchen; `build` or `backup` for these kinds. */
  id: z.string(),
  /** The time since which the item waits, in milliseconds since 1970. */
  at: z.int(),
  /**
   * The title of the item: the author, the person, the error, the subject of the mail, the kind of the alert or the
   * name of the kitchen.
   */
  title: z.string(),
  /** The details, as plain text. */
  text: z.string(),
  /** The path of the page that shows the item. */
  to: z.string(),
  /** The whole comment, for an item of the kind `comment`. */
  comment: deskCommentSchema.optional(),
})
export type InboxItem = z.output<typeof inboxItemSchema>

/** The number of waiting items of each kind. A disabled feature has no number. */
const waiting = z.partialRecord(z.enum(inboxKinds), z.int())
export type InboxCounts = z.output<typeof waiting>

/**
 * Returns at most `INBOX_ITEMS_MAX` items that wait for an admin, the latest first. Also returns the number of all
 * waiting items of each kind.
 */
export const listInbox = defineEndpoint({
  method: 'GET',
  path: '/api/desk/inbox',
  access: 'admin',
  query: z.object({ kind: z.enum(['all', ...inboxKinds]).default('all') }),
  replies: { 200: z.object({ items: z.array(inboxItemSchema), waiting, damaged: damagedRowsSchema }) },
})

/** Returns the number of waiting items of each kind, for the navigation of the desk and the header. */
export const getInboxCounts = defineEndpoint({
  method: 'GET',
  path: '/api/desk/inbox/counts',
  access: 'admin',
  replies: { 200: z.object({ waiting }) },
})
