import type { Element, ElementContent } from 'hast'
import { toText } from 'hast-util-to-text'
import type { Code, Root } from 'mdast'
import { visit } from 'unist-util-visit'
import { type ArticleVFile, reportAuthorError } from './article-file.ts'
import { describeUnknownLanguage, findLanguageLabel, highlightCodeToHast } from './highlight.ts'

/** The first line of a fenced block: a language, a title and the numbers of marked lines. */
interface CodeHeader {
  language: string
  title: string | undefined
  marked: number[]
  /** The words that are neither a language, a title nor line numbers. */
  unknown: string
}

/**
 * Parses a line such as `js {2,4-6} title="server.js"`. The line numbers may follow the language without a space.
 * @param count the number of lines of the block; a longer range is cut off at line `count` + 1, which is an error
 */
function parseCodeHeader(header: string, count: number): CodeHeader {
  const [, language = '', words = ''] = /^([^\s{]*)\s*(.*)$/.exec(header.trim()) ?? []
  let title: string | undefined
  let marked: number[] = []
  const unknown = words
    .replace(/(?:^|\s)title="([^"]*)"/, (_, text: string) => {
      title = text
      return ''
    })
    .replace(/\{(\d+(?:-\d+)?(?:\s*,\s*\d+(?:-\d+)?)*)\}/, (_, ranges: string) => {
      marked = ranges.split(',').flatMap((range) => {
        const [first = 0, last = first] = range.split('-').map(Number)
        const end = Math.min(last, Math.max(first, count + 1))
        return Array.from({ length: Math.max(0, end - first + 1) }, (_, i) => first + i)
      })
      return ''
    })
  return { language: language.toLowerCase() || 'text', title: title || undefined, marked, unknown: unknown.trim() }
}

/** Lists the errors in a fenced block. */
function findErrors({ language, marked, unknown }: CodeHeader, code: string, count: number): string[] {
  const errors: string[] = []
  if (!findLanguageLabel(language)) errors.push(describeUnknownLanguage(language))
  if (unknown)
    errors.push(`"${unknown}" is not understood. After the language stand {2,4-6} for marked lines and title="…".`)
  const missing = marked.find((line) => line < 1 || line > count)
  if (missing !== undefined) errors.push(`Line ${missing} is marked, but the block has ${count} lines.`)
  for (const [mark = '', kind = ''] of code.matchAll(/\[!code ([^\]]*)\]/g))
    if (!/^(\+\+|--)(:\d+)?$/.test(kind)) errors.push(`${mark} is not understood. Write [!code ++] or [!code --].`)
  return errors
}

/**
 * Highlights fenced code. A block for which the author gives no title gets the name of its language as the title.
 * Reports unknown languages, unknown words after the language, and invalid marks.
 */
export function remarkCode() {
  return async (tree: Root, file: ArticleVFile) => {
    const blocks: Code[] = []
    visit(tree, 'code', (node) => {
      blocks.push(node)
    })
    for (const node of blocks) {
      const count = node.value.split('\n').length
      const header = parseCodeHeader(`${node.lang ?? ''} ${node.meta ?? ''}`, count)
      const errors = findErrors(header, node.value, count)
      for (const error of errors) reportAuthorError(file, error, node)
      if (errors.length > 0) continue
      const content = await highlightCodeToHast(node.value, header.language, header.marked)
      if (!node.value.includes('[\\!code') && readText(content).includes('[!code'))
        reportAuthorError(file, '[!code …] must stand in a comment at the end of its line.', node)
      const title = header.title ?? findLanguageLabel(header.language)
      const code: Element = { type: 'element', tagName: 'code', properties: {}, children: content }
      Object.assign(node, {
        type: 'codeBlock',
        data: { hName: 'pre', hProperties: { title }, hChildren: [code] },
      })
    }
  }
}

const readText = (children: ElementContent[]): string =>
  toText({ type: 'element', tagName: 'pre', properties: {}, children }, { whitespace: 'pre' })
