import { createReadStream } from 'node:fs'
import { createGunzip } from 'node:zlib'
import { StartError } from '../../../http/start-error.ts'

/** Why a comment of a file is not imported. */
export type LeftOut = keyof typeof reasons

/** In words, as the report says them. */
export const reasons = {
  spam: 'marked as spam',
  deleted: 'deleted',
  unapproved: 'not approved',
  pingback: 'pingbacks and trackbacks',
  'too long': 'longer than 20,000 characters, or with more than 1,000 tags',
  empty: 'without words',
  'no date': 'without a date that can be read, or with one that is yet to come',
  'no id': 'without an id that can be read',
  twice: 'twice in the file',
} as const

/** A comment as a file has it. */
export interface SourceComment {
  /** What the file calls it. */
  id: string
  /** What the file calls the comment that it answers. */
  parent: string | null
  /** The comment that began its thread, where the file says so: for an answer to one that is not in the file. */
  thread: string | null
  /** The address of its page, or its path. */
  page: string
  author: string
  /** Milliseconds since 1970; NaN when it cannot be read. */
  createdAt: number
  editedAt: number | null
  /** In the Markdown of the site. */
  content: string
  state: 'visible' | 'pending' | 'hidden' | 'deleted'
  /** What its row has as its source; unique. */
  source: string | null
  leftOut: LeftOut | null
}

/** A file of comments, which can be read as often as is needed. */
export interface CommentSource {
  /** The ids of a JSON file are those of a site like this, and kept. */
  kind: 'disqus' | 'wordpress' | 'json'
  /**
   * Reads the file from its beginning, in bounded memory.
   * @param onBytes told how many bytes have been read
   * @throws {StartError} with line and column, when the file is not what it should be
   */
  read(onBytes: (bytes: number) => void): AsyncIterable<SourceComment>
}

/** The longest comment that is imported: longer than one that is written here, since nobody can shorten it any more. */
export const IMPORTED_LENGTH_MAX = 20_000
/** HTML has more characters than what it says. */
export const SOURCE_LENGTH_MAX = 5 * IMPORTED_LENGTH_MAX

/**
 * The text of a file in pieces, unpacked when its name ends with .gz.
 * @throws {StartError} when it cannot be read
 */
export async function* textOf(file: string, onBytes: (bytes: number) => void): AsyncGenerator<string> {
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
