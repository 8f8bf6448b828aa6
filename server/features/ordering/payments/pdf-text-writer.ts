import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { inflateSync } from 'node:zlib'

export type PdfDocument = PDFKit.PDFDocument

/** The style of a text. `size` is in points. */
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
/**
 * The fonts of each face. The first font with a glyph for a letter draws it; Noto draws the letters that the site's
 * fonts lack.
 */
const faces = {
  text: [...figtree(400), ...noto(400)],
  bold: [...figtree(600), ...noto(600)],
  title: [...unbounded(700), ...noto(700)],
}

/** The line height as a multiple of the font size. The site uses the same value for the font Figtree. */
const LINE_HEIGHT = 1.4
/** The distance from the top of a line to its baseline, as a multiple of the font size. */
const ASCENT = 1.02

/** Draws text on the pages of a PDF. Lengths are in points. */
export class PdfTextWriter {
  readonly doc: PdfDocument

  constructor(doc: PdfDocument) {
    this.doc = doc
  }

  /** Replaces letters that no font has with similar letters or question marks. */
  drawable(text: string, { face }: TextStyle): string {
    return [...text.normalize('NFC')]
      .map((letter) => (this.#partOf(letter, face) ? letter : replaceLetter(letter)))
      .join('')
      .replace(/ {2,}/g, ' ')
  }

  /** Breaks text into lines of at most the given width. A word that is wider than a line is broken, too. */
  lines(text: string, style: TextStyle, width: number): string[] {
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
    for (const word of this.drawable(text, style).split(/(?<= )/)) take(word)
    return [...lines, line.trimEnd()].filter((finished) => finished !== '')
  }

  width(text: string, style: TextStyle): number {
    return this.#runs(text, style).reduce((sum, { part, letters }) => sum + this.#widthOf(part, letters, style), 0)
  }

  height = (lines: number, { size }: TextStyle): number => lines * size * LINE_HEIGHT

  /** Draws one line. @param at `y` is the top of the line; with `end` the text ends at `x` */
  line(text: string, style: TextStyle, at: { x: number; y: number; end?: boolean }): void {
    const drawn = this.drawable(text, style)
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

  /** Splits text into runs, each of which one font can draw. */
  #runs(text: string, { face }: TextStyle): { part: string; letters: string }[] {
    const runs: { part: string; letters: string }[] = []
    for (const letter of text) {
      const part = this.#partOf(letter, face)
      if (part === undefined) continue
      const last = runs.at(-1)
      // A space looks the same in all fonts, so it stays in the present run.
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
    // The types of pdfkit do not contain `_font`, the current font.
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

const substitutes: Readonly<Record<string, string>> = { '\u202f': ' ', '\u2010': '-', '\u2011': '-', '\u2015': '—' }

/** Returns a substitute for a letter without a glyph. Emoji and combining marks are left out. */
const replaceLetter = (letter: string) =>
  substitutes[letter] ??
  (/[\p{Extended_Pictographic}\p{M}\p{Cf}\p{Emoji_Modifier}\p{Regional_Indicator}]/u.test(letter) ? '' : '?')

const fonts = new Map<string, Buffer>()

/**
 * Returns a font of @fontsource as TrueType, from a cache after the first call.
 * @param name the path of the font without extension
 */
function readFont(name: string): Buffer {
  const cachedFont = fonts.get(name)
  if (cachedFont) return cachedFont
  const font = unpackWoff(readFileSync(createRequire(import.meta.url).resolve(`@fontsource/${name}.woff`)))
  fonts.set(name, font)
  return font
}

const WOFF = { header: 44, entry: 20 }
const SFNT = { header: 12, entry: 16 }

/**
 * Unpacks a WOFF file (W3C, WOFF 1.0). pdfkit can read WOFF, but decompresses it in JavaScript, which would take most
 * of the time for a receipt.
 */
function unpackWoff(woff: Buffer): Buffer {
  const count = woff.readUInt16BE(12)
  const font = Buffer.alloc(woff.readUInt32BE(16))
  woff.copy(font, 0, 4, 8)
  const power = Math.floor(Math.log2(count))
  font.writeUInt16BE(count, 4)
  font.writeUInt16BE(2 ** power * SFNT.entry, 6)
  font.writeUInt16BE(power, 8)
  font.writeUInt16BE((count - 2 ** power) * SFNT.entry, 10)
  let end = SFNT.header + count * SFNT.entry
  for (let table = 0; table < count; table++) {
    const from = WOFF.header + table * WOFF.entry
    const [offset, packed, length, sum] = [4, 8, 12, 16].map((at) => woff.readUInt32BE(from + at)) as Four
    const data = woff.subarray(offset, offset + packed)
    const to = SFNT.header + table * SFNT.entry
    woff.copy(font, to, from, from + 4)
    font.writeUInt32BE(sum, to + 4)
    font.writeUInt32BE(end, to + 8)
    font.writeUInt32BE(length, to + 12)
    ;(packed < length ? inflateSync(data) : data).copy(font, end)
    // Each table begins at a multiple of four bytes.
    end += Math.ceil(length / 4) * 4
  }
  return font
}

type Four = [number, number, number, number]
