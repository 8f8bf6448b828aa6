import { Document, isMap, isScalar, LineCounter, type Pair, parseDocument } from 'yaml'
import type { SourceChange } from './source-change.ts'

/** The keys in the order in which new ones are written. */
const keyOrder = [
  'path',
  'title',
  'heading',
  'description',
  'lead',
  'group',
  'subject',
  'order',
  'draft',
  'wip',
  'placeholder',
  'footer',
  'published',
  'updated',
  'tags',
  'series',
  'aliases',
  'scene',
] as const

export type PageKey = (typeof keyOrder)[number]
export type PageValue = string | number | boolean | string[]

export interface FrontMatter {
  /** The values by key, as the YAML says them. Values of a wrong type are not checked here. */
  values: Partial<Record<string, unknown>>
  /** Why the lines cannot be read, with the line of the source. */
  problem?: { line: number; message: string }
  /** The offset of the first character after the closing line. */
  end: number
}

const pattern = /^---\r?\n([\s\S]*?)\r?\n---[ \t]*\r?(?:\n|$)/

/** Finds the YAML of a source, as build/front-matter.ts does. */
function findYaml(source: string): { yaml: string; start: number; end: number } | undefined {
  const found = pattern.exec(source)
  return found ? { yaml: found[1] ?? '', start: source.indexOf('\n') + 1, end: found[0].length } : undefined
}

const parse = (yaml: string, lineCounter?: LineCounter) => parseDocument(yaml, lineCounter ? { lineCounter } : {})

/** Reads the front matter at the start of a source. */
export function readFrontMatter(source: string): FrontMatter {
  const found = findYaml(source)
  if (!found)
    return {
      values: {},
      problem: { line: 1, message: 'The page needs lines of settings between two lines of ---.' },
      end: 0,
    }
  const lines = new LineCounter()
  const document = parse(found.yaml, lines)
  const [error] = document.errors
  if (error) {
    const line = lines.linePos(error.pos[0]).line + 1
    return { values: {}, problem: { line, message: error.message.split(' at line')[0] ?? '' }, end: found.end }
  }
  const values: unknown = document.toJS()
  return { values: isRecord(values) ? values : {}, end: found.end }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Returns the change of a source that sets a key of its front matter. All other lines stay as the author wrote them.
 * @param value undefined removes the key
 * @returns null when nothing changes, and when the front matter cannot be read
 */
export function changeFrontMatter(source: string, key: PageKey, value: PageValue | undefined): SourceChange | null {
  const found = findYaml(source)
  if (!found) return value === undefined ? null : { from: 0, to: 0, insert: `---\n${writePair(key, value)}\n---\n\n` }
  const { yaml, start } = found
  const document = parse(yaml)
  if (document.errors.length > 0) return null
  const pairs = isMap(document.contents) ? (document.contents.items as Pair[]).map((pair) => rangeOf(pair, yaml)) : []
  const old = pairs.find((pair) => pair.key === key)
  const shift = ({ from, to, insert }: SourceChange) => ({ from: from + start, to: to + start, insert })
  if (value === undefined) return old ? shift(removeLines(yaml, old)) : null
  const text = writePair(key, value)
  if (old) return yaml.slice(old.from, old.to) === text ? null : shift({ ...old, insert: text })
  const place = keyOrder.indexOf(key)
  const before = pairs.filter((pair) => placeOf(pair.key) < place).at(-1)
  if (!before) return shift({ from: 0, to: 0, insert: `${text}\n` })
  const lineEnd = yaml.indexOf('\n', before.to)
  const at = lineEnd < 0 ? yaml.length : lineEnd
  return shift({ from: at, to: at, insert: `\n${text}` })
}

/** A key that the site does not know has no place, so new keys are not written after it. */
const placeOf = (key: string): number => {
  const place = keyOrder.indexOf(key as PageKey)
  return place < 0 ? Number.POSITIVE_INFINITY : place
}

/** Returns the key of a pair and its place in the YAML, without a comment and a line break at its end. */
function rangeOf({ key, value }: Pair, yaml: string): { key: string; from: number; to: number } {
  const keyRange = (isScalar(key) && key.range) || [0, 0, 0]
  const valueRange = (value as { range?: [number, number, number] | null } | null)?.range ?? keyRange
  const text = yaml.slice(keyRange[0], Math.max(valueRange[1], keyRange[1])).trimEnd()
  const end = keyRange[0] + text.length
  // A key without a value ends with its colon.
  const colon = /^[ \t]*:/.exec(yaml.slice(end))
  return {
    key: String(isScalar(key) ? key.value : ''),
    from: keyRange[0],
    to: valueRange === keyRange || valueRange[0] >= valueRange[1] ? end + (colon?.[0].length ?? 0) : end,
  }
}

function removeLines(yaml: string, { from, to }: { from: number; to: number }): SourceChange {
  const lineEnd = yaml.indexOf('\n', to)
  // The last line goes with the line break before it.
  return lineEnd < 0
    ? { from: Math.max(0, from - 1), to: yaml.length, insert: '' }
    : { from, to: lineEnd + 1, insert: '' }
}

function writePair(key: string, value: PageValue): string {
  const document = new Document({ [key]: value })
  const node = document.get(key, true)
  if (Array.isArray(value) && node && typeof node === 'object') Object.assign(node, { flow: true })
  return document.toString({ lineWidth: 0, flowCollectionPadding: false, singleQuote: true }).trimEnd()
}

/** Returns the source of a new page. */
export function writeNewPage(title: string, path: string, today: string, group: string | undefined): string {
  const values = { path, title, description: '', ...(group && { group }), draft: true, published: today }
  const lines = Object.entries(values).map(([key, value]) => writePair(key, value))
  return `---\n${lines.join('\n')}\n---\n\n`
}
