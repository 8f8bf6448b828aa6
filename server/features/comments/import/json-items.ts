import { StartError } from '../../../http/start-error.ts'
import { textOf } from './source.ts'

/** Characters of one item, and of all that is around the items. */
const PART_MAX = 1_000_000

/** One item of the list, and the line on which it begins. */
interface JsonItem {
  item: unknown
  line: number
}

/**
 * Reads a JSON file in pieces: of the object in it, the items of one list, which can be longer than memory.
 * @param isExpected whether the object, with that list empty, is one to be read
 * @throws {StartError} with line and column, where it is no JSON or not what is expected
 */
export async function* readJsonItems(
  file: string,
  list: string,
  isExpected: (rest: unknown) => boolean,
  onBytes: (bytes: number) => void,
): AsyncGenerator<JsonItem> {
  const scanner = new Scanner(file, list)
  for await (const piece of textOf(file, onBytes)) yield* scanner.read(piece)
  const rest = scanner.end()
  if (!isExpected(rest)) throw new StartError(`${file} is not an export of the comments of a site like this.`)
}

/** Cuts the items out of the text, by counting brackets outside of strings; whether they are JSON, JSON.parse says. */
class Scanner {
  readonly #file: string
  readonly #list: string
  #depth = 0
  #string: 'no' | 'yes' | 'after a backslash' = 'no'
  /** The string that was read last outside of the list. */
  #word = ''
  #inList = false
  /** What came last in the list. */
  #last: 'nothing' | 'comma' | 'item' = 'nothing'
  #item = ''
  #rest = ''
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

  /** @returns what is around the items */
  end(): unknown {
    return this.#parse(this.#rest, { line: this.#line, column: this.#column })
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
    else this.#rest += char
    if (this.#item.length > PART_MAX || this.#rest.length > PART_MAX) throw this.#failure(this.#start)
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
