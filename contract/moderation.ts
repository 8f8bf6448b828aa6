import * as z from 'zod'
import { commentSchema } from './comments.ts'
import { damagedRowsSchema } from './damaged-rows.ts'
import { defineEndpoint } from './endpoint.ts'

const ms = z.int()
const cursor = z.uuid().optional()

/**
 * Which comments wait for approval. `first`: the comments of readers who have no approved comment yet; `all`: all
 * comments, and approved comments again after an edit; `none`: no comments.
 */
export const commentApprovalPolicies = ['first', 'all', 'none'] as const
export type CommentApprovalPolicy = (typeof commentApprovalPolicies)[number]

export const moderationFilters = ['waiting', 'reported', 'hidden', 'all'] as const
export type ModerationFilter = (typeof moderationFilters)[number]

export const moderationStates = ['visible', 'pending', 'hidden'] as const

export const deskCommentSchema = z.object({
  comment: commentSchema.omit({ state: true }),
  state: z.enum(moderationStates),
  page: z.object({ title: z.string(), path: z.string() }),
  spam: z.object({
    score: z.int(),
    /** The reasons for the score, as parts of sentences such as “sent 2 seconds after the form was opened”. */
    reasons: z.array(z.string()),
  }),
  reports: z.array(z.object({ by: z.string(), reason: z.string(), at: ms, resolved: z.boolean() })),
  /** The author's account; null for an imported comment. */
  author: z
    .object({
      id: z.string(),
      email: z.string(),
      joinedAt: ms,
      /** The number of the author's visible comments. */
      comments: z.int(),
      bannedAt: ms.nullable(),
    })
    .nullable(),
  inReplyTo: z.object({ author: z.string(), content: z.string() }).nullable(),
})
export type DeskComment = z.output<typeof deskCommentSchema>

export const listDeskComments = defineEndpoint({
  method: 'GET',
  path: '/api/desk/comments',
  access: 'admin',
  query: z.object({ filter: z.enum(moderationFilters).default('waiting'), cursor }),
  replies: {
    200: z.object({
      comments: z.array(deskCommentSchema),
      damaged: damagedRowsSchema,
      next: z.string().nullable(),
      waiting: z.int(),
      reported: z.int(),
      policy: z.enum(commentApprovalPolicies),
    }),
  },
})

/**
 * Approves a comment (`visible`), hides it (`hidden`), or makes it wait for approval again (`pending`). Also resolves
 * or reopens the reports about the comment.
 */
export const moderateComment = defineEndpoint({
  method: 'PUT',
  path: '/api/desk/comments/:id/state',
  access: 'admin',
  params: z.object({ id: z.uuid() }),
  body: z.object({
    state: z.enum(moderationStates),
    reportsResolved: z.boolean(),
    /** The `editedAt` of the text that the admin saw. Approving or keeping the comment fails after a later edit. */
    editedAt: ms.nullable().optional(),
  }),
  replies: { 200: deskCommentSchema },
  errors: ['not_found', 'comment_changed'],
})

export const setCommentApprovalPolicy = defineEndpoint({
  method: 'PUT',
  path: '/api/desk/comment-policy',
  access: 'admin',
  body: z.object({ policy: z.enum(commentApprovalPolicies) }),
  replies: { 200: z.object({ policy: z.enum(commentApprovalPolicies) }) },
})
