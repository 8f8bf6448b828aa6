import { readFont } from './font-files.ts'

export type PdfDocument = PDFKit.PDFDocument

/** How words are set. `size`: in points. */
export interface TextStyle {
  face: keyof typeof faces
  size: number
  color: string
}

const figtree = (weight: number) =>
  ['latin', 'latin-ext'].map((letters) => `figtree/files/figtree-${letters}-${weight}`)
const unbounded = (weight: number) =>
  ['latin', 'latin-ext', 'cyrillic', 'cyrillic-ext', 'vietnamese'].map(
    (letters) => `unbounded/files/unbounded-${letters}-${weight}`,
  )
const noto = (weight: number) =>
  ['latin-ext', 'cyrillic', 'cyrillic-ext', 'greek', 'greek-ext', 'vietnamese', 'devanagari'].map(
    (letters) => `noto-sans/files/noto-sans-${letters}-${weight}`,
  )
/** The site's own fonts in their parts, and what they lack from Noto; the first that has a letter draws it. */
const faces = {
  text: [...figtree(400), ...noto(400)],
  bold: [...figtree(600), ...noto(600)],
  title: [...unbounded(700), ...noto(700)],
}

/** Figtree's lines, as the site sets them. */
const LINE_HEIGHT = 1.4
/** How much of a line is above what letters stand on. */
const ASCENT = 1.02

/** Sets words on the pages of a PDF. Measures are points. */
export class PdfTextWriter {
  readonly doc: PdfDocument

  constructor(doc: PdfDocument) {
    this.doc = doc
  }

  /** The same words with a question mark for each letter that no font here has. */
  drawable(words: string, { face }: TextStyle): string {
    return [...words.normalize('NFC')]
      .map((letter) => (this.#partOf(letter, face) ? letter : inOtherLetters(letter)))
      .join('')
      .replace(/ {2,}/g, ' ')
  }

  /** Words broken into lines that are at most so wide, also in the middle of what is wider by itself. */
  lines(words: string, style: TextStyle, width: number): string[] {
    const lines: string[] = []
    let line = ''
    const take = (next: string) => {
      if (this.width(line + next, style) <= width) line += next
      else if (line !== '') {
        lines.push(line.trimEnd())
        line = ''
        take(next.trimStart())
      } else {
        const letters = [...next]
        let fits = Math.max(1, letters.length - 1)
        while (fits > 1 && this.width(letters.slice(0, fits).join(''), style) > width) fits--
        lines.push(letters.slice(0, fits).join(''))
        take(letters.slice(fits).join(''))
      }
    }
    for (const word of this.drawable(words, style).split(/(?<= )/)) take(word)
    return [...lines, line.trimEnd()].filter((one) => one !== '')
  }

  /** How wide words are in one line. */
  width(words: string, style: TextStyle): number {
    return this.#runs(words, style).reduce((sum, { part, letters }) => sum + this.#widthOf(part, letters, style), 0)
  }

  /** How high so many lines are. */
  height = (lines: number, { size }: TextStyle): number => lines * size * LINE_HEIGHT

  /** Draws one line. @param y its top @param end for words that end at `x` */
  line(words: string, style: TextStyle, at: { x: number; y: number; end?: boolean }): void {
    const drawn = this.drawable(words, style)
    const y = at.y + style.size * ASCENT
    let x = at.end ? at.x - this.width(drawn, style) : at.x
    for (const { part, letters } of this.#runs(drawn, style)) {
      const width = this.#widthOf(part, letters, style)
      this.doc.fillColor(style.color).text(letters, x, y, { lineBreak: false, baseline: 'alphabetic' })
      x += width
    }
  }

  #widthOf(part: string, letters: string, { size }: TextStyle): number {
    return this.#with(part).fontSize(size).widthOfString(letters)
  }

  /** Words in pieces that one part of a face draws each. */
  #runs(words: string, { face }: TextStyle): { part: string; letters: string }[] {
    const runs: { part: string; letters: string }[] = []
    for (const letter of words) {
      const part = this.#partOf(letter, face)
      if (part === undefined) continue
      const last = runs.at(-1)
      // A blank looks the same in all: it stays where it is.
      if (last && (last.part === part || letter === ' ')) last.letters += letter
      else runs.push({ part, letters: letter })
    }
    return runs
  }

  readonly #parts = new Map<string, string | undefined>()

  #partOf(letter: string, face: TextStyle['face']): string | undefined {
    const key = `${face} ${letter}`
    if (!this.#parts.has(key))
      this.#parts.set(
        key,
        faces[face].find((part) => this.#has(part, letter)),
      )
    return this.#parts.get(key)
  }

  #has(part: string, letter: string): boolean {
    // Not in the types of pdfkit: the font that it draws with.
    const { _font } = this.#with(part) as unknown as {
      _font: { font: { hasGlyphForCodePoint: (code: number) => boolean } }
    }
    return _font.font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0)
  }

  #with(part: string): PdfDocument {
    if (!this.#registered.has(part)) this.doc.registerFont(part, readFont(`${part}-normal`))
    this.#registered.add(part)
    return this.doc.font(part)
  }

  readonly #registered = new Set<string>()
}

const signs: Readonly<Record<string, string>> = { '\u202f': ' ', '\u2010': '-', '\u2011': '-', '\u2015': '—' }

/** Pictures and what only changes the letter before it say nothing by themselves. */
const inOtherLetters = (letter: string) =>
  signs[letter] ??
  (/[\p{Extended_Pictographic}\p{M}\p{Cf}\p{Emoji_Modifier}\p{Regional_Indicator}]/u.test(letter) ? '' : '?')
