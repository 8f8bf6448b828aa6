import { createReadStream } from 'node:fs'
import { createGunzip } from 'node:zlib'
import { StartError } from '../../../http/start-error.ts'
import { cleanCommentText } from '../comment-text.ts'
import { htmlToMarkup } from './html-to-markup.ts'

export type OmissionReason = keyof typeof omissionReasonTexts

/** The texts of the reasons in the report. */
export const omissionReasonTexts = {
  spam: 'marked as spam',
  deleted: 'deleted',
  unapproved: 'not approved',
  pingback: 'pingbacks and trackbacks',
  note: 'notes of editors, shops and other programs',
  'too long': 'longer than 20,000 characters, or with more than 1,000 tags',
  empty: 'without words',
  'no date': 'without a date that can be read, or with one that is yet to come',
  'no id': 'without an id that can be read',
  twice: 'twice in the file',
} as const

export interface SourceComment {
  id: string
  parent: string | null
  /** The first comment of the thread. It is used when the parent comment is not in the file. */
  thread: string | null
  page: string
  author: string
  /** Milliseconds since 1970; NaN for an invalid date. */
  createdAt: number
  editedAt: number | null
  content: string
  state: 'visible' | 'pending' | 'hidden' | 'deleted'
  /** The value of the column `source`, which is unique. */
  source: string | null
  leftOut: OmissionReason | null
}

/** A file of comments, which can be read several times. */
export interface CommentSource {
  /** The format of the file. Comments from a JSON file keep their ids; other comments get new ids. */
  kind: 'disqus' | 'wordpress' | 'json'
  /** Reads the file from its beginning, in bounded memory. @throws {StartError} with line and column when invalid */
  read(onBytes: (bytes: number) => void): AsyncIterable<SourceComment>
}

/**
 * The maximum length of an imported comment. An imported comment may be longer than a new one, because its author
 * cannot shorten it.
 */
export const IMPORTED_COMMENT_LENGTH_MAX = 20_000
/** The maximum length of the HTML of an imported comment, which has more characters than its text. */
export const IMPORTED_HTML_LENGTH_MAX = 5 * IMPORTED_COMMENT_LENGTH_MAX

/** Yields the text of a file, decompressed when its name ends with .gz. @throws {StartError} when unreadable */
export async function* streamFileText(file: string, onBytes: (bytes: number) => void): AsyncGenerator<string> {
  const stream = createReadStream(file)
  const unpacked = file.endsWith('.gz')
    ? stream.on('error', (error) => unpacked.destroy(error)).pipe(createGunzip())
    : stream
  const decoder = new TextDecoder('utf-8', { fatal: true })
  try {
    for await (const bytes of unpacked) {
      yield decoder.decode(bytes, { stream: true })
      onBytes(stream.bytesRead)
    }
    yield decoder.decode()
  } catch (error) {
    if (error instanceof StartError) throw error
    const { message, code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') throw new StartError(`There is no file ${file}.`)
    if (code === 'ERR_ENCODING_INVALID_ENCODED_DATA') {
      throw new StartError(`${file} is not text in UTF-8. Nothing was imported.`)
    }
    throw new StartError(`${file} cannot be read: ${message}. Nothing was imported.`)
  } finally {
    stream.destroy()
  }
}

/**
 * Comments with more tags are not converted, because the time for nested tags grows with the square of their number.
 */
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
  /** Whether line breaks in the HTML source are shown. */
  keepsLines: boolean
  /** Why the other program does not show the comment; null when it does. */
  leftOut: OmissionReason | null
}

/** Converts a comment to the form of this site, with the reason when it is left out. */
export function toSourceComment({ kind, html, keepsLines, ...comment }: ForeignComment): SourceComment {
  const isTooLong = html.length > IMPORTED_HTML_LENGTH_MAX || (html.match(/</g)?.length ?? 0) > TAGS_MAX
  const content = comment.leftOut || isTooLong ? '' : cleanCommentText(htmlToMarkup(html, keepsLines))
  const leftOut = (): OmissionReason | null => {
    // The ids of Disqus and WordPress are numbers. Comments of the same second are ordered by them.
    if (!/^\d{1,18}$/.test(comment.id)) return 'no id'
    if (isTooLong || [...content].length > IMPORTED_COMMENT_LENGTH_MAX) return 'too long'
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
