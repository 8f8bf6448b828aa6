import * as z from 'zod'

export const EXPORT_FORMAT = 'hobohat comments'
export const EXPORT_VERSION = 1

const instant = z.iso.datetime()

/** An exported comment; docs/comments-import.md describes the format. */
export const exportedComment = z.object({
  id: z.uuid(),
  /** The key of its page (contract/page-key.ts). */
  page: z.string(),
  threadId: z.uuid(),
  parentId: z.uuid().nullable(),
  /** The author's name; empty when the comment only keeps its place. */
  author: z.string(),
  content: z.string(),
  createdAt: instant,
  editedAt: instant.nullable(),
  state: z.enum(['visible', 'pending', 'hidden', 'deleted']),
  /** The source of an imported comment, such as `disqus:123`. */
  source: z.string().max(200).nullable(),
})
export type ExportedComment = z.output<typeof exportedComment>
