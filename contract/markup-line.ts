const TAB = 4

/** A line of a comment that is read from its start; a tab goes to the next column that four divides. */
export class MarkupLine {
  readonly #text: string
  readonly length: number
  /** Behind the last thing to see. */
  readonly #end: number
  #at = 0
  #column = 0
  /** Columns of a tab that was taken in part. */
  #left = 0

  constructor(text: string) {
    this.#text = text
    this.length = text.length
    this.#end = text.trimEnd().length
  }

  /** Takes blanks up to so many columns and returns how many there were. */
  takeIndent(max = Number.POSITIVE_INFINITY): number {
    let taken = 0
    while (taken < max) {
      if (this.#left > 0) this.#left--
      else if (this.#text[this.#at] === ' ') this.#at++
      else if (this.#text[this.#at] === '\t') {
        this.#at++
        this.#left = TAB - (this.#column % TAB) - 1
      } else break
      this.#column++
      taken++
    }
    return taken
  }

  /** Takes blanks if there are so many columns of them. */
  takeIndentOf(columns: number): boolean {
    return this.#try(() => this.takeIndent(columns) === columns)
  }

  /** Takes the sign of a quote, the blanks before it, and one blank behind it. */
  takeQuote(): boolean {
    return this.#try(() => {
      this.takeIndent()
      if (this.#text[this.#at] !== '>') return false
      this.take(1)
      this.takeIndent(1)
      return true
    })
  }

  take(length: number): void {
    this.#at += length
    this.#column += length
  }

  /** Whether nothing is left to see. */
  isBlank(): boolean {
    return this.#at >= this.#end
  }

  rest(): string {
    return ' '.repeat(this.#left) + this.#text.slice(this.#at)
  }

  /** Takes nothing where the reading fails. */
  #try(read: () => boolean): boolean {
    const [at, column, left] = [this.#at, this.#column, this.#left]
    if (read()) return true
    this.#at = at
    this.#column = column
    this.#left = left
    return false
  }
}
