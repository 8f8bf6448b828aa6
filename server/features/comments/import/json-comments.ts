import type * as z from 'zod'
import { StartError } from '../../../http/start-error.ts'
import { cleanCommentText } from '../comment-text.ts'
import { type ExportedSiteComment, exportedSiteCommentSchema, exportHeaderSchema } from '../export-comments.ts'
import { pageKeyToPath } from './plan.ts'
import {
  type CommentSource,
  IMPORTED_COMMENT_LENGTH_MAX,
  type OmissionReason,
  type SourceComment,
  streamFileText,
} from './source.ts'

/** Reads the JSON export of another site that runs this software. */
export function createJsonSource(file: string): CommentSource {
  return {
    kind: 'json',
    async *read(onBytes) {
      const isOurs = (value: unknown) => exportHeaderSchema.safeParse(value).success
      for await (const { item, line } of readJsonItems(file, 'comments', isOurs, onBytes)) {
        const parsed = exportedSiteCommentSchema.safeParse(item)
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

function sourceComment(comment: ExportedSiteComment): SourceComment {
  const { id, page, threadId, parentId, author, createdAt, editedAt, state, source } = comment
  const content = cleanCommentText(comment.content)
  const leftOut = (): OmissionReason | null => {
    if ([...content].length > IMPORTED_COMMENT_LENGTH_MAX) return 'too long'
    return content === '' && state !== 'deleted' ? 'empty' : null
  }
  return {
    id: id.toLowerCase(),
    parent: parentId?.toLowerCase() ?? null,
    thread: threadId.toLowerCase(),
    page: pageKeyToPath(page),
    author,
    createdAt: Date.parse(createdAt),
    editedAt: editedAt === null ? null : Date.parse(editedAt),
    content,
    state,
    source,
    leftOut: leftOut(),
  }
}

/** The maximum length of an item, and of the text around the items, in characters. */
const PART_MAX = 1_000_000

interface JsonItem {
  item: unknown
  line: number
}

/** Reads a JSON file in pieces and yields the items of one list. The file may be larger than the memory. */
async function* readJsonItems(
  file: string,
  list: string,
  isExpected: (outer: unknown) => boolean,
  onBytes: (bytes: number) => void,
): AsyncGenerator<JsonItem> {
  const scanner = new Scanner(file, list)
  for await (const piece of streamFileText(file, onBytes)) yield* scanner.read(piece)
  const outer = scanner.end()
  if (!isExpected(outer)) throw new StartError(`${file} is not an export of the comments of a site like this.`)
}

/** Finds the items in the text by counting brackets outside of strings. JSON.parse then checks each item. */
class Scanner {
  readonly #file: string
  readonly #list: string
  #depth = 0
  #string: 'no' | 'yes' | 'after a backslash' = 'no'
  /** The last string that was read outside of the list. */
  #word = ''
  #inList = false
  /** The last token in the list. */
  #last: 'nothing' | 'comma' | 'item' = 'nothing'
  #item = ''
  #outer = ''
  #line = 1
  #column = 0
  #start = { line: 1, column: 1 }

  constructor(file: string, list: string) {
    this.#file = file
    this.#list = list
  }

  *read(piece: string): Generator<JsonItem> {
    for (const char of piece) {
      this.#column++
      if (this.#string === 'no') this.#between(char)
      else this.#within(char)
      if (this.#inList && this.#depth === 2 && char === '}' && this.#string === 'no' && this.#item !== '') {
        yield { item: this.#parse(this.#item, this.#start), line: this.#start.line }
        this.#item = ''
      }
      if (char === '\n') {
        this.#line++
        this.#column = 0
      }
    }
  }

  /** Parses the text around the items. @returns the object with an empty list */
  end(): unknown {
    return this.#parse(this.#outer, { line: this.#line, column: this.#column })
  }

  #within(char: string): void {
    this.#keep(char)
    if (this.#string === 'after a backslash') this.#string = 'yes'
    else if (char === '\\') this.#string = 'after a backslash'
    else if (char === '"') this.#string = 'no'
    else if (!this.#inList) this.#word += char
  }

  #between(char: string): void {
    if (this.#inList && this.#depth === 2) {
      this.#inItems(char)
      return
    }
    if (char === '"') {
      this.#string = 'yes'
      if (!this.#inList) this.#word = ''
    }
    if (char === '{' || char === '[') this.#depth++
    if (char === '}' || char === ']') this.#depth--
    this.#keep(char)
    if (char === '[' && this.#depth === 2 && this.#word === this.#list) this.#inList = true
  }

  #inItems(char: string): void {
    if (/\s/.test(char)) return
    const last = this.#last
    if (char === '{' && last !== 'item') {
      this.#start = { line: this.#line, column: this.#column }
      this.#last = 'item'
      this.#depth++
      this.#keep(char)
    } else if (char === ',' && last === 'item') this.#last = 'comma'
    else if (char === ']' && last !== 'comma') {
      this.#inList = false
      this.#depth--
      this.#keep(char)
    } else throw this.#failure({ line: this.#line, column: this.#column })
  }

  #keep(char: string): void {
    if (this.#inList) this.#item += char
    else this.#outer += char
    if (this.#item.length > PART_MAX || this.#outer.length > PART_MAX) throw this.#failure(this.#start)
  }

  #parse(text: string, at: { line: number; column: number }): unknown {
    try {
      return JSON.parse(text)
    } catch {
      throw this.#failure(at)
    }
  }

  #failure({ line, column }: { line: number; column: number }): StartError {
    return new StartError(
      `${this.#file} cannot be read from line ${line}, column ${column} on: it is not the JSON of an export. Nothing was imported.`,
    )
  }
}
