import { cleanText } from '../comment-text.ts'
import { toMarkup } from './html-to-markup.ts'
import { IMPORTED_LENGTH_MAX, type LeftOut, SOURCE_LENGTH_MAX, type SourceComment } from './source.ts'

/** Comments with more tags are not converted, because nested tags cost the square of their number. */
const TAGS_MAX = 1_000

/** A comment of another program, in HTML. */
interface ForeignComment {
  kind: 'disqus' | 'wordpress'
  id: string
  parent: string | null
  page: string
  author: string
  createdAt: number
  html: string
  /** Whether line breaks in the HTML are shown. */
  keepsLines: boolean
  /** The reason for which the program itself does not show it. */
  leftOut: LeftOut | null
}

/** Converts a comment to the form of this site, with the reason when it is left out. */
export function foreignComment({ kind, html, keepsLines, ...comment }: ForeignComment): SourceComment {
  const isTooLong = html.length > SOURCE_LENGTH_MAX || (html.match(/</g)?.length ?? 0) > TAGS_MAX
  const content = comment.leftOut || isTooLong ? '' : cleanText(toMarkup(html, keepsLines))
  const leftOut = (): LeftOut | null => {
    // The ids of both programs are numbers, and order comments of the same second.
    if (!/^\d{1,18}$/.test(comment.id)) return 'no id'
    if (isTooLong || [...content].length > IMPORTED_LENGTH_MAX) return 'too long'
    return content === '' ? 'empty' : null
  }
  return {
    ...comment,
    thread: null,
    editedAt: null,
    content,
    state: 'visible',
    source: `${kind}:${comment.id}`,
    leftOut: comment.leftOut ?? leftOut(),
  }
}
