import * as z from 'zod'

export const EXPORT_FORMAT = 'hobohat comments'
export const EXPORT_VERSION = 1

const instant = z.iso.datetime()

/** A comment as it is exported; docs/comments-import.md says the same in words. */
export const exportedComment = z.object({
  id: z.uuid(),
  /** The key of its page (contract/page-key.ts). */
  page: z.string(),
  threadId: z.uuid(),
  parentId: z.uuid().nullable(),
  /** A name only; empty where nothing but the place is left. */
  author: z.string(),
  content: z.string(),
  createdAt: instant,
  editedAt: instant.nullable(),
  state: z.enum(['visible', 'pending', 'hidden', 'deleted']),
  /** Where it was imported from, as in `disqus:123`. */
  source: z.string().max(200).nullable(),
})
export type ExportedComment = z.output<typeof exportedComment>
