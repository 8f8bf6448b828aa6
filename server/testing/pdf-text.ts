import { inflateSync } from 'node:zlib'

/** What a program finds in a PDF as pdfkit writes it: not what it looks like. */
export interface PdfText {
  /** What can be selected, line by line, of each page. */
  pages: string[][]
  /** What is read and copied in place of what is drawn. */
  actual: string[]
  title: string
  language: string
  isTagged: boolean
  /** The types of the elements that its words are in, in their order. */
  elements: string[]
  fonts: string[]
}

interface PdfObject {
  words: string
  stream: Buffer
}

/** Reads a PDF (ISO 32000-1) by its objects: glyphs become letters only by what the fonts say of them. */
export function pdfText(file: Buffer): PdfText {
  const objects = objectsOf(file)
  const all = [...objects.values()].map(({ words }) => words)
  const of = (pattern: RegExp) => all.find((words) => pattern.test(words)) ?? ''
  const catalog = of(/\/Type \/Catalog/)
  const object = (id: string | undefined): PdfObject =>
    objects.get(Number(id)) ?? { words: '', stream: Buffer.alloc(0) }
  const kids = /\/Kids \[([^\]]*)\]/.exec(of(/\/Type \/Pages/))?.[1] ?? ''
  const title = object(/\/Title (\d+) 0 R/.exec(of(/\/Producer/))?.[1]).words
  return {
    pages: refsIn(kids).map((id) => linesOf(object(id), object)),
    actual: all.flatMap((words) =>
      [...words.matchAll(/\/ActualText (\([\s\S]*?[^\\]\)|<[^>]*>)/g)].map(([, text]) => stringOf(text)),
    ),
    title: stringOf(title.trim()),
    language: stringOf(/\/Lang (\([^)]*\))/.exec(catalog)?.[1]),
    isTagged: /\/Marked true/.test(catalog + of(/\/Marked true/)) && /\/StructTreeRoot/.test(catalog),
    elements: all.flatMap((words) => /^\s*<<\s*\/S \/(\w+)/.exec(words)?.[1] ?? []),
    fonts: [...new Set(all.flatMap((words) => /\/FontName \/[A-Z]+\+([\w-]+)/.exec(words)?.[1] ?? []))],
  }
}

const refsIn = (words: string) => [...words.matchAll(/(\d+) 0 R/g)].map(([, id]) => id)

function objectsOf(file: Buffer): Map<number, PdfObject> {
  const text = file.toString('latin1')
  const objects = new Map<number, PdfObject>()
  for (const { 1: id, index, 0: head } of text.matchAll(/(?<=\n)(\d+) 0 obj\n/g)) {
    const from = index + head.length
    const end = text.indexOf('endobj', from)
    const streamAt = text.indexOf('stream\n', from)
    const has = streamAt !== -1 && streamAt < end
    const words = text.slice(from, has ? streamAt : end)
    const length = Number(/\/Length (\d+)/.exec(words)?.[1] ?? 0)
    const data = file.subarray(streamAt + 7, streamAt + 7 + length)
    const stream = !has ? Buffer.alloc(0) : words.includes('/FlateDecode') ? inflateSync(data) : data
    objects.set(Number(id), { words, stream })
  }
  return objects
}

function linesOf(page: PdfObject, object: (id: string | undefined) => PdfObject): string[] {
  const resources = object(/\/Resources (\d+) 0 R/.exec(page.words)?.[1]).words
  const fontList = /\/Font <<([\s\S]*?)>>/.exec(resources)?.[1] ?? ''
  const letters = new Map(
    [...fontList.matchAll(/\/(F\d+) (\d+) 0 R/g)].map(([, name, id]) => [
      name,
      lettersOf(object(/\/ToUnicode (\d+) 0 R/.exec(object(id).words)?.[1]).stream.toString('latin1')),
    ]),
  )
  const content = object(/\/Contents (\d+) 0 R/.exec(page.words)?.[1]).stream.toString('latin1')
  const lines: { y: string; words: string }[] = []
  let [font, y] = ['', '']
  for (const [, down, name, shown] of content.matchAll(/ ([\d.-]+) Tm|\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ/g)) {
    if (down !== undefined) y = down
    else if (name !== undefined) font = name
    else {
      const glyphs = [...(shown ?? '').matchAll(/<([0-9a-f]+)>/g)].flatMap(([, hex = '']) => hex.match(/.{4}/g) ?? [])
      const words = glyphs.map((glyph) => letters.get(font)?.[Number.parseInt(glyph, 16)] ?? '\ufffd').join('')
      const last = lines.at(-1)
      if (last?.y === y) last.words += words
      else lines.push({ y, words })
    }
  }
  return lines.map(({ words }) => words)
}

/** By glyph: the letters that a font's ToUnicode map says it stands for. */
const lettersOf = (map: string): string[] =>
  [...map.matchAll(/beginbfrange\n([\s\S]*?)endbfrange/g)]
    .flatMap(([, ranges = '']) => [...ranges.matchAll(/\[([^\]]*)\]/g)])
    .flatMap(([, list = '']) => [...list.matchAll(/<([0-9a-f ]*)>/g)])
    .map(([, hex = '']) => utf16(hex.replaceAll(' ', '')))

function stringOf(token = ''): string {
  if (token.startsWith('<')) return utf16(token.slice(1, -1).replace(/^feff/i, ''))
  const bytes = Buffer.from(
    token
      .slice(1, -1)
      .replace(/\\([()\\])/g, '$1')
      .replaceAll('\\r', '\r')
      .replaceAll('\\n', '\n'),
    'latin1',
  )
  return bytes.readUInt16BE(0) === 0xfeff ? utf16(bytes.subarray(2).toString('hex')) : bytes.toString('latin1')
}

const utf16 = (hex: string): string =>
  String.fromCharCode(...(hex.match(/.{4}/g) ?? []).map((unit) => Number.parseInt(unit, 16)))
