const TAB = 4

/** A line of a comment, which is consumed from its start. A tab reaches to the next multiple of four columns. */
export class MarkupLineCursor {
  readonly #text: string
  readonly length: number
  /** The index after the last visible character. */
  readonly #end: number
  #at = 0
  #column = 0
  /** The number of columns that are left of a partly consumed tab. */
  #left = 0

  constructor(text: string) {
    this.#text = text
    this.length = text.length
    this.#end = text.trimEnd().length
  }

  /** Consumes up to `max` columns of blanks and returns their number. */
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

  /** Consumes `columns` columns of blanks, or nothing when the line starts with fewer blanks. */
  takeIndentOf(columns: number): boolean {
    return this.#try(() => this.takeIndent(columns) === columns)
  }

  /** Consumes a quote mark, the blanks before it and one blank after it. */
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

  /** Returns whether only blanks are left. */
  isBlank(): boolean {
    return this.#at >= this.#end
  }

  rest(): string {
    return ' '.repeat(this.#left) + this.#text.slice(this.#at)
  }

  /** Restores the position when the callback returns false. */
  #try(read: () => boolean): boolean {
    const [at, column, left] = [this.#at, this.#column, this.#left]
    if (read()) return true
    this.#at = at
    this.#column = column
    this.#left = left
    return false
  }
}
