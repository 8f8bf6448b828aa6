import * as z from 'zod'
import { defineEndpoint } from './endpoint.ts'
import { MINUTE_MS } from './limits.ts'

const nothing = z.undefined()
const ms = z.int()
const id = z.object({ id: z.uuid() })

/** A comment as every reader sees it (S3.04). */
export const commentSchema = z.object({
  id: z.string(),
  /** The route path without its leading slash; `home` for `/` (S2.40). */
  pageUrl: z.string(),
  /** The name of the comment's author; empty for a deleted comment. */
  author: z.string(),
  /** The id of the author's account; null for a deleted or imported comment. */
  authorId: z.string().nullable(),
  profilePicture: z.string().nullable(),
  /** Whether the author is an admin. */
  byAdmin: z.boolean(),
  /** Text in the site's subset of Markdown, never HTML. */
  content: z.string(),
  createdAt: ms,
  editedAt: ms.nullable(),
  /** The id of the first comment of the thread; the comment's own id when it started the thread. */
  threadId: z.string(),
  /** The id of the comment that this comment replies to. Replies are shown one level deep. */
  parentId: z.string().nullable(),
  /**
   * `pending`: only the author sees the comment. `gone`: the comment was deleted, and is shown as a placeholder above
   * its replies.
   */
  state: z.enum(['visible', 'pending', 'gone']),
})
export type Comment = z.output<typeof commentSchema>

/** A route path without its leading slash. An unknown page is answered with 404. */
const pageUrl = z.string().max(200)

/**
 * Lists fifty comments of a page: newest thread first, and within a thread oldest comment first (S7.09). The header
 * `x-total-count` is the number of comments, and the header `link` (RFC 8288) contains the URL of the next fifty.
 * Readers also get their own comments that wait for approval.
 */
export const listComments = defineEndpoint({
  method: 'GET',
  path: '/comments/:pageUrl',
  access: 'anyone',
  params: z.object({ pageUrl }),
  query: z.object({
    /** The position after which the list continues, taken from the header `link`. */
    after: z.string().max(100).optional(),
    /** Limits the list to the thread of this comment. */
    thread: z.uuid().optional(),
  }),
  replies: { 200: z.array(commentSchema), 304: nothing },
  // Refuses a call with an expired token. Otherwise the reader would get the reply for visitors, which lacks the
  // reader's own pending comments.
  errors: ['not_found', 'unauthenticated'],
})

/** Returns the newest comments of a page as an Atom feed. */
export const getCommentAtomFeed = defineEndpoint({
  method: 'GET',
  path: '/comments/:pageUrl/feed.xml',
  access: 'anyone',
  params: z.object({ pageUrl }),
  replies: {},
  errors: ['not_found'],
  limits: [{ per: 'address', max: 60, windowMs: MINUTE_MS }],
})

/**
 * Posts a comment (S7.09, S5.03). The server ignores `author` and `profilePicture` and uses those of the account. It
 * answers 201, or 200 when a comment with the same key exists.
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
    /** Identifies a comment that has no id yet, so that a repeated request does not post it twice. */
    key: z.uuid().optional(),
    /** How long the form was open, in milliseconds. */
    openMs: z.int().min(0).optional(),
    /** A honeypot field: people do not see it, bots fill it in. */
    website: z.string().max(1_000).optional(),
  }),
  replies: { 200: commentSchema, 201: commentSchema },
  errors: ['not_found', 'comment_empty', 'comment_too_long'],
  limits: [
    { per: 'account', max: 10, windowMs: 10 * MINUTE_MS },
    { per: 'address', max: 60, windowMs: 10 * MINUTE_MS },
  ],
})

/** `all`: every comment waits, by the policy of the site; `first`: the reader's first comment waits. */
const approval = z.enum(['none', 'first', 'all'])
export type OwnCommentApprovalRequirement = z.output<typeof approval>

/**
 * Returns which comments of the reader wait for approval, so that the form can tell the reader before they write. A
 * comment that looks like spam always waits.
 */
export const getCommentApprovalRequirement = defineEndpoint({
  method: 'GET',
  path: '/api/comment-approval',
  access: 'reader',
  replies: { 200: z.object({ waits: approval }) },
})

/** Changes a comment. The author of the comment may change it for COMMENT_EDIT_WINDOW_MS. */
export const editComment = defineEndpoint({
  method: 'PATCH',
  path: '/comments/:id',
  access: 'reader',
  params: id,
  body: z.object({ content: z.string() }),
  replies: { 200: commentSchema },
  errors: ['not_found', 'forbidden', 'edit_over', 'comment_empty', 'comment_too_long'],
  limits: [{ per: 'account', max: 30, windowMs: 10 * MINUTE_MS }],
})

/** Deletes a comment. Its author may delete it at any time. A comment with replies is replaced by a placeholder. */
export const deleteComment = defineEndpoint({
  method: 'DELETE',
  path: '/comments/:id',
  access: 'reader',
  params: id,
  replies: { 204: nothing },
  errors: ['not_found', 'forbidden'],
})

/** Reports an unsuitable comment to the admins, once for each reader. */
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

/** Returns whether the reader is mailed about replies. The account page shows this setting. */
export const getReplyMailPreference = defineEndpoint({
  method: 'GET',
  path: '/api/account/mail-preferences',
  access: 'reader',
  replies: { 200: z.object({ replies: z.boolean() }) },
})
export type ReplyMailPreference = z.output<(typeof getReplyMailPreference)['replies'][200]>

export const setReplyMailPreference = defineEndpoint({
  method: 'PUT',
  path: '/api/account/mail-preferences',
  access: 'reader',
  body: z.object({ replies: z.boolean() }),
  replies: { 200: z.object({ replies: z.boolean() }) },
})

/** Ends mails about replies by the token of any such mail, without a login (the button of /unsubscribe). */
export const unsubscribeFromReplyMails = defineEndpoint({
  method: 'POST',
  path: '/api/unsubscribe',
  access: 'anyone',
  body: z.object({ token: z.string().max(200) }),
  replies: { 204: nothing },
  errors: ['link_expired'],
  limits: [{ per: 'address', max: 60, windowMs: MINUTE_MS }],
})

const oneClick = z.object({ token: z.string().regex(/^[\w-]{1,200}$/) })

/**
 * Ends mails about replies when a mail program posts a form to the URL in the mail (RFC 8058). The call succeeds for
 * unknown tokens too.
 */
export const unsubscribeFromReplyMailsByOneClick = defineEndpoint({
  method: 'POST',
  path: '/api/unsubscribe/one-click',
  access: 'anyone',
  query: oneClick,
  replies: { 204: nothing },
  // A mail provider sends these requests for all its users from a few IP addresses, so the limit is high.
  limits: [{ per: 'address', max: 600, windowMs: MINUTE_MS }],
})

/**
 * Redirects to the page with the unsubscribe button when a person or a link scanner opens the URL in the mail. Changes
 * nothing.
 */
export const redirectToUnsubscribePage = defineEndpoint({
  method: 'GET',
  path: '/api/unsubscribe/one-click',
  access: 'anyone',
  query: oneClick,
  replies: { 303: nothing },
})
