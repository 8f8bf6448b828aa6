import { parseYaml } from './yaml.ts'

/** The YAML between two lines of `---` at the start of the source of a page. */
export interface FrontMatterSpan {
  yaml: string
  /** The offset of the YAML in the source. */
  start: number
  /** The offset of the first character after the closing line. */
  end: number
}

/** Finds the front matter in the source of a page. Returns null when the source does not begin with one. */
export function findFrontMatter(source: string): FrontMatterSpan | null {
  const found = /^---\r?\n([\s\S]*?)\r?\n---[ \t]*\r?(?:\n|$)/.exec(source)
  return found && { yaml: found[1] ?? '', start: source.indexOf('\n') + 1, end: found[0].length }
}

/** Returns the values of the front matter of a page; an empty object when the front matter cannot be read. */
export const readFrontMatterValues = (source: string): Record<string, unknown> =>
  Object(parseYaml(findFrontMatter(source)?.yaml ?? '').value)
