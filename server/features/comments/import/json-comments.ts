import type * as z from 'zod'
import { StartError } from '../../../http/start-error.ts'
import { cleanText } from '../comment-text.ts'
import { type ExportedComment, exportedComment, exportHeader } from '../export-comments.ts'
import { readJsonItems } from './json-items.ts'
import { pathOfKey } from './page-finder.ts'
import { type CommentSource, IMPORTED_LENGTH_MAX, type LeftOut, type SourceComment } from './source.ts'

/** Reads the export of another site of this software. */
export function jsonFile(file: string): CommentSource {
  return {
    kind: 'json',
    async *read(onBytes) {
      const isOurs = (value: unknown) => exportHeader.safeParse(value).success
      for await (const { item, line } of readJsonItems(file, 'comments', isOurs, onBytes)) {
        const parsed = exportedComment.safeParse(item)
        if (parsed.success) yield sourceComment(parsed.data)
        else throw new StartError(`${file} cannot be read: ${problemIn(parsed.error, line)} Nothing was imported.`)
      }
    },
  }
}

function problemIn({ issues }: z.ZodError, line: number): string {
  const [issue] = issues
  return `the comment that begins on line ${line} is not as it should be (${issue?.path.join('.')}: ${issue?.message}).`
}

function sourceComment(comment: ExportedComment): SourceComment {
  const { id, page, threadId, parentId, author, createdAt, editedAt, state, source } = comment
  const content = cleanText(comment.content)
  const leftOut = (): LeftOut | null => {
    if ([...content].length > IMPORTED_LENGTH_MAX) return 'too long'
    return content === '' && state !== 'deleted' ? 'empty' : null
  }
  return {
    id: id.toLowerCase(),
    parent: parentId?.toLowerCase() ?? null,
    thread: threadId.toLowerCase(),
    page: pathOfKey(page),
    author,
    createdAt: Date.parse(createdAt),
    editedAt: editedAt === null ? null : Date.parse(editedAt),
    content,
    state,
    source,
    leftOut: leftOut(),
  }
}
