import { Document, isMap, isScalar, type Pair } from 'yaml'
import { findFrontMatter } from '#contract/front-matter.ts'
import { parseYaml } from '#contract/yaml.ts'
import type { SourceChange } from './source-change.ts'

/** The keys of the front matter, in the order in which new keys are inserted. */
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

export type FrontMatterKey = (typeof keyOrder)[number]
export type FrontMatterValue = string | number | boolean | string[]

export interface FrontMatter {
  /** The parsed YAML values, by key. Their types are not checked here. */
  values: Partial<Record<string, unknown>>
  /** Why the front matter cannot be parsed, with the line in the source, counted from 1. */
  problem?: { line: number; message: string }
  /** The offset of the first character after the closing `---` line. */
  end: number
}

/** Reads the front matter at the start of a source. */
export function readFrontMatter(source: string): FrontMatter {
  const found = findFrontMatter(source)
  if (!found)
    return {
      values: {},
      problem: { line: 1, message: 'The page needs lines of settings between two lines of ---.' },
      end: 0,
    }
  const {
    value,
    problems: [problem],
  } = parseYaml(found.yaml)
  if (problem) return { values: {}, problem: { ...problem, line: problem.line + 1 }, end: found.end }
  return { values: isRecord(value) ? value : {}, end: found.end }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Returns the change that sets one key in the front matter of a source. All other lines stay as the author wrote them.
 * @param value undefined removes the key
 * @returns null when nothing changes, or when the front matter cannot be parsed
 */
export function buildFrontMatterChange(
  source: string,
  key: FrontMatterKey,
  value: FrontMatterValue | undefined,
): SourceChange | null {
  const found = findFrontMatter(source)
  if (!found) return value === undefined ? null : { from: 0, to: 0, insert: `---\n${writePair(key, value)}\n---\n\n` }
  const { yaml, start } = found
  const { document, problems } = parseYaml(yaml)
  if (problems.length > 0) return null
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

/** Returns the index of a key in `keyOrder`. Unknown keys come last, so that new keys are inserted before them. */
const placeOf = (key: string): number => {
  const place = keyOrder.indexOf(key as FrontMatterKey)
  return place < 0 ? Number.POSITIVE_INFINITY : place
}

/** Returns the key of a pair and its range in the YAML, without a trailing comment or line break. */
function rangeOf({ key, value }: Pair, yaml: string): { key: string; from: number; to: number } {
  const keyRange = (isScalar(key) && key.range) || [0, 0, 0]
  const valueRange = (value as { range?: [number, number, number] | null } | null)?.range ?? keyRange
  const text = yaml.slice(keyRange[0], Math.max(valueRange[1], keyRange[1])).trimEnd()
  const end = keyRange[0] + text.length
  // The range of a key without a value ends after its colon.
  const colon = /^[ \t]*:/.exec(yaml.slice(end))
  return {
    key: String(isScalar(key) ? key.value : ''),
    from: keyRange[0],
    to: valueRange === keyRange || valueRange[0] >= valueRange[1] ? end + (colon?.[0].length ?? 0) : end,
  }
}

function removeLines(yaml: string, { from, to }: { from: number; to: number }): SourceChange {
  const lineEnd = yaml.indexOf('\n', to)
  // The last line has no line break at its end, so the line break before it is removed.
  return lineEnd < 0
    ? { from: Math.max(0, from - 1), to: yaml.length, insert: '' }
    : { from, to: lineEnd + 1, insert: '' }
}

function writePair(key: string, value: FrontMatterValue): string {
  const document = new Document({ [key]: value })
  const node = document.get(key, true)
  if (Array.isArray(value) && node && typeof node === 'object') Object.assign(node, { flow: true })
  return document.toString({ lineWidth: 0, flowCollectionPadding: false, singleQuote: true }).trimEnd()
}

/** Returns the source of a new page, which is a draft. @param today the publication date */
export function buildNewPageSource(title: string, path: string, today: string, group: string | undefined): string {
  const values = { path, title, description: '', ...(group && { group }), draft: true, published: today }
  const lines = Object.entries(values).map(([key, value]) => writePair(key, value))
  return `---\n${lines.join('\n')}\n---\n\n`
}
