import * as z from 'zod'
import { defineEndpoint } from './endpoint.ts'
import { MINUTE_MS } from './limits.ts'

const nothing = z.undefined()
const ms = z.int()
const id = z.object({ id: z.uuid() })

/** S3.04: a comment as everybody sees it. */
export const comment = z.object({
  id: z.string(),
  /** S2.40: the route path without its leading slash; `home` for `/`. */
  pageUrl: z.string(),
  /** The name of who wrote it; empty for one that is gone. */
  author: z.string(),
  /** Whose account it is; null for one that is gone or was imported. */
  authorId: z.string().nullable(),
  profilePicture: z.string().nullable(),
  /** Whether an admin wrote it. */
  byAdmin: z.boolean(),
  /** Text in the site's subset of Markdown, never HTML. */
  content: z.string(),
  createdAt: ms,
  editedAt: ms.nullable(),
  /** The comment that began its thread: itself, or the one it stands under. */
  threadId: z.string(),
  /** The comment that it answers; replies stand one level deep, whatever they answer. */
  parentId: z.string().nullable(),
  /** `pending`: only its author sees it yet. `gone`: only its answers are left. */
  state: z.enum(['visible', 'pending', 'gone']),
})
export type Comment = z.output<typeof comment>

/** A route path without its leading slash. A page that is not there is answered with 404. */
const pageUrl = z.string().max(200)

/**
 * S7.09: fifty comments of a page: the newest thread first, and in a thread the oldest comment first. `x-total-count` says
 * how many there are, `link` (RFC 8288) has the address of the next fifty. Readers also get their own that wait for approval.
 */
export const listComments = defineEndpoint({
  method: 'GET',
  path: '/comments/:pageUrl',
  access: 'anyone',
  params: z.object({ pageUrl }),
  query: z.object({
    /** Where to go on: as `link` has it. */
    after: z.string().max(100).optional(),
    /** Only the thread of this comment. */
    thread: z.uuid().optional(),
  }),
  replies: { 200: z.array(comment), 304: nothing },
  // Taken for nobody, a reader would miss what of their own waits.
  errors: ['not_found', 'unauthenticated'],
})

/** The newest comments of a page as an Atom feed. */
export const getCommentFeed = defineEndpoint({
  method: 'GET',
  path: '/comments/:pageUrl/feed.xml',
  access: 'anyone',
  params: z.object({ pageUrl }),
  replies: {},
  errors: ['not_found'],
  limits: [{ per: 'address', max: 60, windowMs: MINUTE_MS }],
})

/**
 * S7.09, S5.03: `author` and `profilePicture` come with it and are ignored: those of the account are used.
 * 201 with the comment; 200 when it has been posted before with the same key.
 */
export const postComment = defineEndpoint({
  method: 'POST',
  path: '/comments',
  access: 'reader',
  body: z.object({
    pageUrl,
    author: z.unknown().optional(),
    profilePicture: z.unknown().optional(),
    content: z.string(),
    parentId: z.uuid().nullish(),
    /** Names this comment before it has an id, so that sending it again does not post it twice. */
    key: z.uuid().optional(),
    /** How long the form was open, in milliseconds. */
    openMs: z.int().min(0).optional(),
    /** A field that people do not see, and programs fill in. */
    website: z.string().max(1_000).optional(),
  }),
  replies: { 200: comment, 201: comment },
  errors: ['not_found', 'comment_empty', 'comment_too_long'],
  limits: [
    { per: 'account', max: 10, windowMs: 10 * MINUTE_MS },
    { per: 'address', max: 60, windowMs: 10 * MINUTE_MS },
  ],
})

/** Only by its author, and only for ten minutes. */
export const editComment = defineEndpoint({
  method: 'PATCH',
  path: '/comments/:id',
  access: 'reader',
  params: id,
  body: z.object({ content: z.string() }),
  replies: { 200: comment },
  errors: ['not_found', 'forbidden', 'edit_over', 'comment_empty', 'comment_too_long'],
  limits: [{ per: 'account', max: 30, windowMs: 10 * MINUTE_MS }],
})

/** Only by its author, at any time. One that has answers leaves its place. */
export const deleteComment = defineEndpoint({
  method: 'DELETE',
  path: '/comments/:id',
  access: 'reader',
  params: id,
  replies: { 204: nothing },
  errors: ['not_found', 'forbidden'],
})

/** Tells the author of the site that a comment is not fit for it; once for each reader. */
export const reportComment = defineEndpoint({
  method: 'POST',
  path: '/comments/:id/report',
  access: 'reader',
  params: id,
  body: z.object({ reason: z.string().max(500).default('') }),
  replies: { 204: nothing },
  errors: ['not_found'],
  limits: [{ per: 'account', max: 20, windowMs: 10 * MINUTE_MS }],
})

/** Whether mails tell of answers; also part of the account page. */
export const getMailPreferences = defineEndpoint({
  method: 'GET',
  path: '/api/account/mail-preferences',
  access: 'reader',
  replies: { 200: z.object({ replies: z.boolean() }) },
  errors: [],
})
export type MailPreferences = z.output<(typeof getMailPreferences)['replies'][200]>

export const setMailPreferences = defineEndpoint({
  method: 'PUT',
  path: '/api/account/mail-preferences',
  access: 'reader',
  body: z.object({ replies: z.boolean() }),
  replies: { 200: z.object({ replies: z.boolean() }) },
  errors: [],
})

/** Ends the mails about answers by the token of any of them, without a login (the button of /unsubscribe). */
export const unsubscribe = defineEndpoint({
  method: 'POST',
  path: '/api/unsubscribe',
  access: 'anyone',
  body: z.object({ token: z.string().max(200) }),
  replies: { 204: nothing },
  errors: ['link_expired'],
  limits: [{ per: 'address', max: 60, windowMs: MINUTE_MS }],
})

const oneClick = z.object({ token: z.string().regex(/^[\w-]{1,200}$/) })

/** The same for mail programs (RFC 8058), which post a form to the address in a mail. Whosever the token is or was, it is done. */
export const unsubscribeByOneClick = defineEndpoint({
  method: 'POST',
  path: '/api/unsubscribe/one-click',
  access: 'anyone',
  query: oneClick,
  replies: { 204: nothing },
  errors: [],
  // The programs of a whole provider come from few addresses.
  limits: [{ per: 'address', max: 600, windowMs: MINUTE_MS }],
})

/** The same address opened by a person, or by what looks at links: leads to the page with the button, and changes nothing. */
export const openUnsubscribe = defineEndpoint({
  method: 'GET',
  path: '/api/unsubscribe/one-click',
  access: 'anyone',
  query: oneClick,
  replies: { 303: nothing },
  errors: [],
})
