import type { Element, ElementContent } from 'hast'
import { fromHtml } from 'hast-util-from-html'
import { htmlNodesToPlainText, inlineHtmlToMarkup, isInvisibleTag } from './inline-markup.ts'

/** The maximum nesting of quotes and lists; deeper quotes and lists become paragraphs. */
const DEPTH_MAX = 5

/** Elements that begin and end a line; all others are inline. */
const blockTags = new Set(
  `address article aside blockquote center dd details div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6
  header hr li main nav ol p pre section summary table tbody td tfoot th thead tr ul`.split(/\s+/),
)

/**
 * Converts the HTML of a comment to the Markdown of this site: paragraphs, line breaks, quotes, lists, code, strong,
 * emphasis and web links. Other elements keep only their text; scripts are removed. The HTML should have at most a
 * thousand tags, because the time for nested tags grows with the square of their number.
 * @param keepsLines whether line breaks in the source are shown
 */
export function htmlToMarkup(html: string, keepsLines: boolean): string {
  const { children } = fromHtml(html.replace(/\r\n?/g, '\n'), { fragment: true })
  return blocks(children as ElementContent[], keepsLines, 0).join('\n\n')
}

/** Returns the text of a short piece of HTML, such as a name, without its tags. */
export const htmlToText = (html: string): string =>
  htmlNodesToPlainText(fromHtml(html, { fragment: true }).children as ElementContent[])

/**
 * Caches whether an element contains a block. Without the cache, the time would grow with the square of the nesting.
 */
const knownBlocks = new WeakMap<Element, boolean>()

function isBlock(node: ElementContent): boolean {
  if (node.type !== 'element') return false
  const cached = knownBlocks.get(node) ?? (blockTags.has(node.tagName) || node.children.some(isBlock))
  knownBlocks.set(node, cached)
  return cached
}

/** Converts nodes to blocks. @param found receives the blocks, so that nested elements do not copy them repeatedly */
function blocks(nodes: readonly ElementContent[], keepsLines: boolean, depth: number, found: string[] = []): string[] {
  let line: ElementContent[] = []
  const endLine = () => {
    found.push(...paragraphs(inlineHtmlToMarkup(line, keepsLines)))
    line = []
  }
  for (const node of nodes) {
    if (node.type !== 'element' || !isBlock(node)) {
      line.push(node)
      continue
    }
    endLine()
    addBlock(node, keepsLines, depth, found)
  }
  endLine()
  return found
}

function addBlock(element: Element, keepsLines: boolean, depth: number, found: string[]): void {
  const { tagName, children } = element
  const isContainer = tagName === 'blockquote' || tagName === 'ul' || tagName === 'ol'
  if (isInvisibleTag(tagName)) return
  if (tagName === 'pre') found.push(...codeBlock(htmlNodesToPlainText(children)))
  else if (!isContainer || depth >= DEPTH_MAX) blocks(children, keepsLines, depth, found)
  else if (tagName === 'blockquote') found.push(...prefixed(blocks(children, keepsLines, depth + 1), '> ', '> '))
  else found.push(...list(element, keepsLines, depth))
}

function list({ tagName, children, properties }: Element, keepsLines: boolean, depth: number): string[] {
  const from = Number(properties.start ?? 1)
  const start = Number.isInteger(from) && from >= 0 && from < 1e8 ? from : 1
  const items = children.filter((node) => node.type === 'element' || (node.type === 'text' && node.value.trim() !== ''))
  const written = items.flatMap((item, i) => {
    const marker = tagName === 'ul' ? '- ' : `${start + i}. `
    const content = item.type === 'element' && item.tagName === 'li' ? item.children : [item]
    return prefixed(blocks(content, keepsLines, depth + 1), marker, ' '.repeat(marker.length))
  })
  return written.length > 0 ? [written.join('\n')] : []
}

/** Joins blocks into one block. `first` is written before its first line, and `following` before its other lines. */
function prefixed(within: readonly string[], first: string, following: string): string[] {
  if (within.length === 0) return []
  const lines = within.join('\n\n').split('\n')
  return [lines.map((line, i) => ((i === 0 ? first : following) + line).trimEnd()).join('\n')]
}

function codeBlock(code: string): string[] {
  const text = code.replace(/^\n|\n$/g, '')
  if (text.trim() === '') return []
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map((run) => run.length))
  const fence = '`'.repeat(longest + 1)
  return [`${fence}\n${text}\n${fence}`]
}

/**
 * Splits inline Markdown into paragraphs. At the start of a line, escapes characters that would begin a quote, a list,
 * a thematic break or a code block.
 */
function paragraphs(markup: string): string[] {
  return markup
    .split(/\n\s*\n/)
    .map((paragraph) =>
      paragraph
        .trim()
        .split('\n')
        .map((line) =>
          line
            .trim()
            .replace(/ {2,}/g, ' ')
            .replace(/^[-+>~]|(?<=^\d{1,9})[.)]/, '\\$&'),
        )
        .join('\n'),
    )
    .filter((paragraph) => paragraph !== '')
}
